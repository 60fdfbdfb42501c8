import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import Mustache from 'mustache'
import type { MinutesTemplate } from '#contract/minutes.ts'
import { AppError } from '../errors.ts'
import { writeFileAtomically } from '../files/write.ts'
import { example } from './example.ts'
import { renderMinutes } from './render.ts'

export type Template = MinutesTemplate & {
  /** The whole file. */
  text: string
  /** For the language model. */
  instructions: string
  body: string
}

export type Templates = ReturnType<typeof createTemplates>

/** In their order; others of the company's own come after them. */
const order = ['board-meeting', 'general-meeting', 'committee', 'one-to-one', 'free-form']
const longestHead = 4000

/** How minutes look: files of the appliance, and the company's own in the data directory, which go before them. */
export function createTemplates({ appRoot, dataDir }: { appRoot: string; dataDir: string }) {
  const own = join(dataDir, 'templates')
  const given = join(appRoot, 'models', 'templates')

  async function read(folder: string, id: string): Promise<string | null> {
    try {
      return await readFile(join(folder, `${id}.md`), 'utf8')
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async function ids(): Promise<string[]> {
    const names = [...(await namesIn(given)), ...(await namesIn(own))]
    const all = [...new Set(names)].sort()
    return [...order.filter((id) => all.includes(id)), ...all.filter((id) => !order.includes(id))]
  }

  /** @throws AppError not_found */
  async function get(id: string): Promise<Template> {
    const changed = await read(own, id)
    const text = changed ?? (await read(given, id))
    if (text === null) throw new AppError('not_found', 'There is no such template.')
    return { id, edited: changed !== null, text, ...parse(text) }
  }

  return {
    get,

    async list(): Promise<MinutesTemplate[]> {
      const all = await Promise.all((await ids()).map(get))
      return all.map(({ id, name, description, edited }) => ({ id, name, description, edited }))
    },

    /** '' brings the appliance's own back. @throws AppError not_found, invalid_input */
    async put(id: string, text: string): Promise<Template> {
      await get(id)
      const path = join(own, `${id}.md`)
      if (text.trim() === '') {
        if ((await read(given, id)) === null)
          throw new AppError('invalid_input', 'The appliance has no template of this name to bring back.')
        await rm(path, { force: true })
      } else {
        preview(text)
        await mkdir(own, { recursive: true, mode: 0o700 })
        await writeFileAtomically(path, text.endsWith('\n') ? text : `${text}\n`)
      }
      return get(id)
    },

    preview,
  }
}

/** An example of minutes with this template. @throws AppError invalid_input, in words for whoever writes it */
function preview(text: string): string {
  return renderMinutes(parse(text).body, example, {
    title: 'Example Ltd: board meeting',
    date: '12 March 2026',
    location: 'Boardroom',
  }).markdown
}

const known = new Set(
  'title date location purpose text hasPresent present name role last hasApologies apologies items number heading discussion decisions outcome details kind proposer seconder condition vote for against abstained actions owner due dueDate conflicts person hasDecisions allDecisions hasActions allActions nextMeeting .'.split(
    ' ',
  ),
)

function parse(text: string): Pick<Template, 'name' | 'description' | 'instructions' | 'body'> {
  const [, head, body] = /^([\s\S]*?)\r?\n---[ \t]*\r?\n([\s\S]*)$/.exec(text) ?? []
  if (head === undefined || body === undefined)
    throw wrong('There must be a line "---" between the head (Name, Description, Instructions) and the text.')
  if (head.length > longestHead) throw wrong(`The head is too long: at most ${longestHead} characters.`)
  const field = (key: string): string =>
    new RegExp(`^${key}:[ \\t]*([\\s\\S]*?)(?=^\\w+:|(?![\\s\\S]))`, 'm')
      .exec(head)?.[1]
      ?.replace(/\s+/g, ' ')
      .trim() ?? ''
  const name = field('Name')
  if (name === '') throw wrong('The head must begin with "Name:" and a name.')
  if (body.trim() === '') throw wrong('There is no text below the line "---".')
  check(body)
  return { name, description: field('Description'), instructions: field('Instructions'), body }
}

/** Mustache without partials and changed marks, and with the names that there are alone: a misspelt one would show nothing. */
function check(body: string): void {
  let tokens: unknown[]
  try {
    tokens = Mustache.parse(body)
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error))
  }
  const walk = (list: unknown[]): void => {
    for (const token of list) {
      if (!Array.isArray(token)) continue
      const [type, value, , , inner] = token as [string, string, number, number, unknown]
      if (type === '>' || type === '=') throw wrong(`{{${type}${value}}} cannot be used here.`)
      if (
        ['name', '#', '^', '&'].includes(type) &&
        value.split('.').some((part) => part !== '' && !known.has(part))
      )
        throw wrong(`There is nothing called {{${value}}}.`)
      if (Array.isArray(inner)) walk(inner)
    }
  }
  walk(tokens)
}

const wrong = (sentence: string): AppError => new AppError('invalid_input', sentence)

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function namesIn(folder: string): Promise<string[]> {
  try {
    const files = await readdir(folder)
    return files.flatMap((file) => /^([a-z0-9-]{1,64})\.md$/.exec(file)?.[1] ?? [])
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** The template that a meeting takes when nobody has chosen one. */
export function templateFor(title: string): string {
  if (/\b(?:agm|egm|general meeting|annual meeting|members'? meeting|shareholders?'? meeting)\b/i.test(title))
    return 'general-meeting'
  if (/\b(?:committee|working (?:group|party)|sub-?committee|steering)\b/i.test(title)) return 'committee'
  if (/\b(?:1[:\-–]1|121|one[- ](?:to|on)[- ]one|catch[- ]?up|appraisal|supervision)\b/i.test(title))
    return 'one-to-one'
  if (/\b(?:board|directors'?|trustees'?)\b/i.test(title)) return 'board-meeting'
  return 'free-form'
}
