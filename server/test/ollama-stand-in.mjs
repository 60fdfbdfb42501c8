// A server that speaks Ollama's HTTP protocol as it is documented, without a model: it answers by rule, and fails as it is
// told to. A process of its own: `node ollama-stand-in.mjs [--answers FILE]` prints its address. See ollama-process.ts for the rules.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { example, tokens, vector } from './ollama-words.mjs'

/** @typedef {import('./ollama-process.ts').Rule} Rule */
/** @typedef {import('./ollama-process.ts').Seen} Seen */
/** @typedef {import('./ollama-process.ts').StandInModel} Model */
/** @typedef {Record<string, any>} Body */
/** @typedef {import('node:http').ServerResponse} Response */

const answersFile = process.argv[process.argv.indexOf('--answers') + 1]
/** @type {((request: { path: string, body: Body, prompt: string }) => Partial<Rule> | string | null) | null} */
const answers = process.argv.includes('--answers')
  ? (await import(pathToFileURL(answersFile ?? '').href)).answer
  : null

/** @type {Rule[]} */
let rules = []
/** @type {Seen[]} */
const seen = []
/** @type {Model[]} */
let models = [{ name: 'stand-in:1b', contextLength: 32_768 }]
/** The context that a loaded model was given. @type {Map<string, number>} */
const loaded = new Map()
/** What was read last, which a server has cached. */
let lastPrompt = ''

/** @param {string} path @param {string} prompt @param {Body} body @returns {Partial<Rule>} */
function ruleFor(path, prompt, body) {
  const rule = rules.find(
    (one) =>
      one.times !== 0 &&
      (!one.path || one.path === path) &&
      (!one.match || new RegExp(one.match, 's').test(prompt)),
  )
  if (rule?.times !== undefined) rule.times--
  if (rule) return rule
  const given = answers?.({ path, body, prompt }) ?? null
  return typeof given === 'string' ? { reply: given } : (given ?? {})
}

/** @param {Response} response @param {number} status @param {unknown} body @param {Record<string, string>} [headers] */
function json(response, status, body, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
  response.end(JSON.stringify(body))
}

/** @param {string} name */
const full = (name) => (name.includes(':') ? name : `${name}:latest`)
/** @param {unknown} name */
const find = (name) => models.find((one) => full(one.name) === full(String(name)))

/** A failure that needs no answer's beginning. @param {Response} response @param {Partial<Rule>} rule @returns {boolean} */
function refuses(response, { fault }) {
  if (fault?.kind === 'status') {
    const headers = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
    json(response, fault.status, { error: fault.error }, /** @type {Record<string, string>} */ (headers))
    return true
  }
  if (fault?.kind === 'drop' && fault.after === 0) {
    response.socket?.destroy()
    return true
  }
  return false
}

/** @param {Body} body */
function replyOf(body, /** @type {Partial<Rule>} */ rule, /** @type {string} */ said) {
  if (rule.reply !== undefined)
    return typeof rule.reply === 'string' ? rule.reply : JSON.stringify(rule.reply)
  if (typeof body.format === 'object') return JSON.stringify(example(body.format))
  if (body.format === 'json') return '{}'
  return `You said: ${said.slice(-200)}`
}

/** /api/chat and /api/generate. @param {string} path @param {Body} body @param {Response} response @param {Seen} log */
async function generate(path, body, response, log) {
  const isChat = path === '/api/chat'
  /** @type {{ role: string, content: string }[]} */
  const messages = isChat ? body.messages : [{ role: 'user', content: `${body.system ?? ''}${body.prompt}` }]
  const prompt = messages.map(({ content }) => content).join('\n')
  const rule = ruleFor(path, prompt, body)
  log.fault = rule.fault?.kind ?? null
  if (refuses(response, rule)) return
  const model = find(body.model)
  if (!model) return json(response, 404, { error: `model "${body.model}" not found, try pulling it first` })
  const { fault } = rule
  const wished = Math.min(body.options?.num_ctx ?? 4096, model.contextLength)
  const context = fault?.kind === 'smallContext' ? fault.context : wished
  loaded.set(model.name, context)
  const counted = tokens(prompt) + 4 * messages.length + 3
  const strict = (body.truncate === false || body.shift === false) && fault?.kind !== 'smallContext'
  if (counted > context - 1 && strict)
    return json(response, 400, {
      error:
        'the prompt is longer than the context length currently available to the model; shorten the prompt, adjust the context length in settings, or use a model with a longer context length',
    })
  const read = counted > context - 1 ? Math.floor(context / 2) : counted
  const cached =
    fault?.kind === 'countsUncached' && lastPrompt !== '' && prompt.startsWith(lastPrompt.slice(0, 200))
      ? 1
      : 0
  lastPrompt = prompt
  if (fault?.kind === 'slowFirst') await pause(fault.ms)
  await pause(rule.firstMs ?? 0)
  const said = replyOf(body, rule, messages.at(-1)?.content ?? '')
  const parts = endless(fault) ?? said.match(/\s*\S{1,6}|\s+/g) ?? ['']
  const most = body.options?.num_predict > 0 ? body.options.num_predict : Infinity
  response.writeHead(200, {
    'content-type': body.stream === false ? 'application/json' : 'application/x-ndjson',
  })
  const common = { model: body.model, created_at: new Date().toISOString() }
  /** @param {string} text @param {boolean} done */
  const chunk = (text, done) =>
    isChat
      ? { ...common, message: { role: 'assistant', content: text }, done }
      : { ...common, response: text, done }
  let count = 0
  let whole = ''
  for (const part of parts) {
    if (response.destroyed || count >= most) break
    const after = fault && 'after' in fault ? fault.after : -1
    if (count === after && fault) {
      if (fault.kind === 'drop') {
        await pause(50) // what has not been sent yet would be lost
        return void response.socket?.destroy()
      }
      if (fault.kind === 'ends') return void response.end()
      if (fault.kind === 'stall') return
      if (fault.kind === 'brokenLine') return void response.end('{"model":"stand-in:1b","mess\n')
      if (fault.kind === 'errorInStream')
        return void response.end(`${JSON.stringify({ error: fault.error })}\n`)
      if (fault.kind === 'length') break
    }
    whole += part
    if (body.stream !== false) response.write(`${JSON.stringify(chunk(part, false))}\n`)
    count++
    log.sent = count
    // Endless answers leave the socket its time.
    if (rule.partMs || count % 50 === 0) await pause(rule.partMs ?? 0)
  }
  const last = {
    ...chunk(body.stream === false ? whole : '', true),
    done_reason: count >= most || fault?.kind === 'length' ? 'length' : 'stop',
    total_duration: 1e9,
    load_duration: 1e6,
    prompt_eval_count: cached ? 12 : read,
    prompt_eval_duration: 1e6,
    eval_count: count,
    eval_duration: 1e6,
  }
  response.end(`${JSON.stringify(last)}\n`)
}

/** @param {Rule['fault']} fault */
function endless(fault) {
  if (fault?.kind === 'whitespace') return again('\n   ', '{')
  if (fault?.kind === 'repeat') return again(fault.text, '')
  return null
}

/** @param {string} text @param {string} first */
function* again(text, first) {
  yield first
  for (;;) yield text
}

/** @param {Body} body @param {Response} response @param {Seen} log */
async function pull(body, response, log) {
  const name = String(body.model ?? body.name)
  const rule = ruleFor('/api/pull', name, body)
  log.fault = rule.fault?.kind ?? null
  if (refuses(response, rule)) return
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  /** @param {unknown} line */
  const send = (line) => void response.write(`${JSON.stringify(line)}\n`)
  const { bytes, steps, stepMs } = { bytes: 10_000_000, steps: 10, stepMs: 5, ...rule.pull }
  send({ status: 'pulling manifest' })
  if (/unknown/.test(name)) {
    send({ error: 'pull model manifest: file does not exist' })
    return void response.end()
  }
  const digest = `sha256:${createHash('sha256').update(name).digest('hex')}`
  for (let step = 0; step <= steps; step++) {
    if (response.destroyed) return
    if (rule.fault && 'after' in rule.fault && rule.fault.after === step) {
      if (rule.fault.kind === 'drop') return void response.socket?.destroy()
      if (rule.fault.kind === 'errorInStream') send({ error: rule.fault.error })
      return void response.end()
    }
    send({
      status: `pulling ${digest.slice(7, 19)}`,
      digest,
      total: bytes,
      completed: Math.round((bytes * step) / steps),
    })
    log.sent = step
    await pause(stepMs)
  }
  for (const status of ['verifying sha256 digest', 'writing manifest', 'removing any unused layers'])
    send({ status })
  if (!find(name)) models.push({ name: full(name), contextLength: 32_768, sizeBytes: bytes })
  send({ status: 'success' })
  response.end()
}

/** @param {Model} model */
function facts(model) {
  return {
    name: model.name,
    model: model.name,
    modified_at: '2026-11-01T10:00:00Z',
    size: model.sizeBytes ?? 1_000_000_000,
    digest: createHash('sha256').update(model.name).digest('hex'),
    details: {
      format: 'gguf',
      family: model.embeds ? 'nomic-bert' : 'stand-in',
      families: null,
      parameter_size: '1.0B',
      quantization_level: 'Q4_K_M',
    },
  }
}

/** @param {Body} body @param {Response} response @param {Seen} log */
function embed(body, response, log) {
  const texts = Array.isArray(body.input) ? body.input.map(String) : [String(body.input)]
  const rule = ruleFor('/api/embed', texts.join('\n'), body)
  log.fault = rule.fault?.kind ?? null
  if (refuses(response, rule)) return
  const model = find(body.model)
  if (!model) return json(response, 404, { error: `model "${body.model}" not found, try pulling it first` })
  if (body.truncate === false && texts.some((text) => tokens(text) > model.contextLength))
    return json(response, 400, { error: 'the input length exceeds the context length' })
  json(response, 200, { model: body.model, embeddings: texts.map(vector), total_duration: 1e6 })
}

/** @param {string} path @param {Body} body @param {Response} response @param {Seen} log */
async function answer(path, body, response, log) {
  switch (path) {
    case '/api/chat':
    case '/api/generate':
      return generate(path, body, response, log)
    case '/api/pull':
      return pull(body, response, log)
    case '/api/embed':
      return embed(body, response, log)
    case '/api/version': {
      const rule = ruleFor(path, '', body)
      return refuses(response, rule) ? undefined : json(response, 200, { version: '0.33.2' })
    }
    case '/api/tags':
      return json(response, 200, { models: models.map(facts) })
    case '/api/ps':
      return json(response, 200, {
        models: models
          .filter(({ name }) => loaded.has(name))
          .map((one) => ({ ...facts(one), size_vram: 0, context_length: loaded.get(one.name) })),
      })
    case '/api/show': {
      const model = find(body.model)
      if (!model) return json(response, 404, { error: `model '${body.model}' not found` })
      return json(response, 200, {
        ...facts(model),
        model_info: { 'general.architecture': 'stand-in', 'stand-in.context_length': model.contextLength },
        capabilities: model.embeds ? ['embedding'] : ['completion'],
      })
    }
    case '/_/rules':
      if (body.fresh) {
        models = [{ name: 'stand-in:1b', contextLength: 32_768 }]
        loaded.clear()
        seen.length = 0
        lastPrompt = ''
      }
      rules = body.rules
      return json(response, 200, {})
    case '/_/models':
      models = body.models
      return json(response, 200, {})
    case '/_/seen':
      return json(response, 200, seen)
    default:
      return json(response, 404, { error: 'not found' })
  }
}

const server = createServer((request, response) => {
  /** @type {Buffer[]} */
  const parts = []
  request.on('data', (part) => parts.push(part))
  request.on('end', () => {
    const path = new URL(request.url ?? '/', 'http://stand-in').pathname
    const text = Buffer.concat(parts).toString()
    /** @type {Body} */
    const body = text === '' ? {} : JSON.parse(text)
    /** @type {Seen} */
    const log = { path, body, sent: 0, aborted: false, fault: null }
    if (!path.startsWith('/_/')) seen.push(log)
    response.on('close', () => {
      // Ended by the other side, in the midst of an answer.
      if (!response.writableFinished) log.aborted = true
    })
    answer(path, body, response, log).catch((/** @type {unknown} */ error) => {
      process.stderr.write(`${String(error)}\n`)
      response.destroy()
    })
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
// Whoever started it is gone.
process.stdin.on('end', () => process.exit(0)).resume()
