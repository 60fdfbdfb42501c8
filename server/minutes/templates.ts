import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import Mustache from 'mustache'
import type { MinutesTemplate } from '#contract/minutes.ts'
import { AppError } from '../errors.ts'
import { isMissing } from '../files/exists.ts'
import { writeFileAtomically } from '../files/write.ts'
import { wordSet } from '../language/rules/phrases.ts'
import { example } from './example.ts'
import { renderMinutes } from './render.ts'

/** One that can be used. */
export type Template = {
  id: string
  /** For the language model. */
  instructions: string
  body: string
}

/** As it is shown and edited: with what is wrong with it. */
export type TemplateFile = MinutesTemplate & {
  /** The whole file. */
  text: string
}

export type Templates = ReturnType<typeof createTemplates>

/** In their order; others of the company's own come after them. */
const order = ['board-meeting', 'general-meeting', 'committee', 'one-to-one', 'free-form']
const longestHead = 4000
const longestText = 100_000

async function read(folder: string, id: string): Promise<string | null> {
  try {
    return await readFile(join(folder, `${id}.md`), 'utf8')
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** How minutes look: files of the appliance, and the company's own in the data directory, which go before them. */
export function createTemplates({ appRoot, dataDir }: { appRoot: string; dataDir: string }) {
  const own = join(dataDir, 'templates')
  const given = join(appRoot, 'models', 'templates')

  async function ids(): Promise<string[]> {
    const names = [...(await namesIn(given)), ...(await namesIn(own))]
    const all = [...new Set(names)].sort()
    return [...order.filter((id) => all.includes(id)), ...all.filter((id) => !order.includes(id))]
  }

  /** The company's own file; null: there is none. People edit it by hand, so that anything may be wrong with it. */
  async function ownFile(
    id: string,
  ): Promise<{ text: string; parsed: Parsed | null; problem: string | null } | null> {
    let text = ''
    try {
      const found = await read(own, id)
      if (found === null) return null
      text = found
      return { text, parsed: parse(text), problem: null }
    } catch (error) {
      if (error instanceof AppError) return { text, parsed: null, problem: error.message }
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      return { text, parsed: null, problem: `The file could not be read (${code}).` }
    }
  }

  /** Null: there is none of this name. */
  async function look(id: string): Promise<{ file: TemplateFile; parsed: Parsed | null } | null> {
    const changed = await ownFile(id)
    const ours = await read(given, id)
    const fallback = ours === null ? null : parse(ours)
    if (changed === null && fallback === null) return null
    const parsed = changed?.parsed ?? fallback
    return {
      parsed,
      file: {
        ...{ id, name: parsed?.name ?? id, description: parsed?.description ?? '' },
        ...{ edited: changed !== null, problem: changed?.problem ?? null, usable: parsed !== null },
        text: changed?.text ?? ours ?? '',
      },
    }
  }

  async function get(id: string): Promise<TemplateFile> {
    const found = await look(id)
    if (!found) throw new AppError('not_found', 'There is no such template.')
    return found.file
  }

  return {
    /** @throws AppError not_found */
    get,

    async list(): Promise<MinutesTemplate[]> {
      const all = await Promise.all((await ids()).map(get))
      return all.map(({ text: _text, ...one }) => one)
    },

    /** @throws AppError not_found; invalid_input, when it is broken and the appliance has none to take its place */
    async need(id: string): Promise<void> {
      const { usable, problem } = await get(id)
      if (!usable) throw wrong(`This template cannot be used. ${problem ?? ''}`.trim())
    },

    /** The one that is wanted; where it is gone or broken, the one that the meeting takes by its title. */
    async usable(id: string, title: string): Promise<Template> {
      for (const one of [id, templateFor(title), 'free-form']) {
        const parsed = (await look(one))?.parsed
        if (parsed) return { id: one, instructions: parsed.instructions, body: parsed.body }
      }
      throw new AppError('not_found', 'The appliance’s own templates are not where they belong.')
    },

    /** '' brings the appliance's own back. @throws AppError not_found, invalid_input */
    async put(id: string, text: string): Promise<TemplateFile> {
      await get(id)
      const path = join(own, `${id}.md`)
      if (text.trim() === '') {
        if ((await read(given, id)) === null)
          throw wrong('The appliance has no template of this name to bring back.')
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
  const heading = { title: 'Example Ltd: board meeting', date: '12 March 2026', location: 'Boardroom' }
  return renderMinutes(parse(text).body, example, heading).markdown
}

const known = wordSet(
  'title date location purpose text hasPresent present hasInAttendance inAttendance name role last hasApologies',
  'apologies items number heading discussion decisions outcome details kind proposer seconder condition vote',
  'for against abstained actions owner due dueDate conflicts person hasDecisions allDecisions hasActions',
  'allActions nextMeeting .',
)

type Parsed = Pick<MinutesTemplate, 'name' | 'description'> & Omit<Template, 'id'>

function parse(text: string): Parsed {
  if (text.length > longestText) throw wrong(`It is too long: at most ${longestText} characters.`)
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
  check(body, text.slice(0, text.length - body.length).split('\n').length - 1)
  return { name, description: field('Description'), instructions: field('Instructions'), body }
}

/**
 * Mustache without partials and changed marks, and with the names that there are alone: a misspelt one would show nothing.
 * @param above the lines of the file that stand above it
 */
function check(body: string, above: number): void {
  const wrongAt = (sentence: string, position: number): AppError =>
    wrong(`${sentence} See line ${above + body.slice(0, position).split('\n').length}.`)
  const open = openSection(body)
  if (open) throw wrongAt(open.sentence, open.at)
  let tokens: unknown[]
  try {
    tokens = Mustache.parse(body)
  } catch (error) {
    const [, what, at] = /^(.*) at (\d+)$/.exec(error instanceof Error ? error.message : '') ?? []
    if (what === undefined) throw error
    // The other mistakes that it tells of are those of sections.
    throw wrongAt('A mark is opened with {{ and never closed with }}.', Number(at) - 1)
  }
  const walk = (list: unknown[]): void => {
    for (const token of list) {
      if (!Array.isArray(token)) continue
      const [type, value, start, , inner] = token as [string, string, number, number, unknown]
      if (type === '>' || type === '=') throw wrongAt(`{{${type}${value}}} cannot be used here.`, start)
      if (
        ['name', '#', '^', '&'].includes(type) &&
        value.split('.').some((part) => part !== '' && !known.has(part))
      )
        throw wrongAt(`There is nothing called {{${value}}}.`, start)
      if (Array.isArray(inner)) walk(inner)
    }
  }
  walk(tokens)
}

/** The first section that is not closed, or closed and not open: Mustache says where it noticed, which may be the end. */
function openSection(body: string): { sentence: string; at: number } | null {
  const open: { name: string; mark: string; at: number }[] = []
  const neverClosed = ({ name, mark, at }: (typeof open)[number]) => ({
    sentence: `{{${mark}${name}}} is never closed with {{/${name}}}.`,
    at,
  })
  for (const match of body.matchAll(/\{\{\s*([#^/])\s*([^{}]+?)\s*\}\}/g)) {
    const [, mark = '', name = ''] = match
    if (mark !== '/') {
      open.push({ name, mark, at: match.index })
      continue
    }
    const last = open.pop()
    if (!last) return { sentence: `{{/${name}}} closes what was never opened.`, at: match.index }
    if (last.name !== name) return neverClosed(last)
  }
  const last = open.pop()
  return last ? neverClosed(last) : null
}

const wrong = (sentence: string): AppError => new AppError('invalid_input', sentence)

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
