// What oxlint cannot know by itself: the import order, and where the environment and SQL may be read.
import { relative } from 'node:path'
import { isStore, placeOf, whyNot } from './layers.mjs'
import { whyNotSql } from './sql.mjs'

/** @typedef {{ type: string, value?: unknown, name?: string, [key: string]: any }} Node */
/** @typedef {{ filename: string, cwd: string, report(found: { node: Node, message: string }): void }} Context */

/** @param {Context} context */
const pathOf = (context) => relative(context.cwd, context.filename)

/** A declaration whose every name is a type.
 * @param {Node} node */
const isTypeOnly = (node) =>
  node.importKind === 'type' ||
  node.exportKind === 'type' ||
  (node.specifiers?.length > 0 &&
    node.specifiers.every((/** @type {Node} */ s) => s.importKind === 'type' || s.exportKind === 'type'))

const importOrder = {
  meta: { docs: { description: 'Keeps to "Which way imports go" of the architecture.' } },
  /** @param {Context} context */
  create(context) {
    const from = pathOf(context)
    /**
     * @param {Node} node
     * @param {Node | null | undefined} source
     * @param {boolean} isType
     */
    const check = (node, source, isType) => {
      if (typeof source?.value !== 'string') return
      const reason = whyNot(from, source.value, isType)
      if (reason) context.report({ node: source ?? node, message: reason })
    }
    return {
      /** @param {Node} node */
      ImportDeclaration: (node) => check(node, node.source, isTypeOnly(node)),
      /** @param {Node} node */
      ExportNamedDeclaration: (node) => check(node, node.source, isTypeOnly(node)),
      /** @param {Node} node */
      ExportAllDeclaration: (node) => check(node, node.source, isTypeOnly(node)),
      /** @param {Node} node */
      ImportExpression: (node) => {
        // A script imports a package this way once it is installed.
        if (placeOf(from).kind !== 'scripts') check(node, node.source, false)
      },
      /** @param {Node} node */
      TSImportType: (node) => {
        if (placeOf(from).kind !== 'scripts') check(node, node.source ?? node.argument?.literal, true)
      },
    }
  },
}

const oneEnvironment = {
  meta: { docs: { description: 'server/config.ts is the only reader of the environment.' } },
  /** @param {Context} context */
  create(context) {
    const { kind, path } = placeOf(pathOf(context))
    if (kind === 'scripts' || kind === 'test' || kind === 'elsewhere' || path === 'server/config.ts')
      return {}
    // The command line hands its environment to loadConfig, as the server does.
    if (path === 'cli/open.ts') return {}
    const message =
      'server/config.ts is the only reader of the environment, so that every setting is checked and named in one place.'
    return {
      /** @param {Node} node */
      MemberExpression: (node) => {
        if (node.object.name === 'process' && (node.property.name ?? node.property.value) === 'env')
          context.report({ node, message })
      },
      /** @param {Node} node */
      ImportSpecifier: (node) => {
        if (node.imported?.name === 'env' && /^(node:)?process$/.test(node.parent?.source?.value))
          context.report({ node, message })
      },
    }
  },
}

const sqlInStores = {
  meta: { docs: { description: 'Only a store knows SQL.' } },
  /** @param {Context} context */
  create(context) {
    const reason = whyNotSql(placeOf(pathOf(context)))
    if (!reason) return {}
    return {
      /** @param {Node} node */
      CallExpression: (node) => {
        if (isQuery(node)) context.report({ node, message: reason })
      },
    }
  },
}

const longestPattern = 120

const patternLength = {
  meta: { docs: { description: 'A pattern is at most 120 characters long.' } },
  /** @param {Context} context */
  create(context) {
    const place = placeOf(pathOf(context))
    if (place.kind === 'test') return {}
    /**
     * @param {Node} node
     * @param {string} source
     */
    const check = (node, source) => {
      if (source.length > longestPattern)
        context.report({
          node,
          message: `A pattern of ${source.length} characters can hardly be read, and ${longestPattern} is the most: name its parts, or put its words into a list.`,
        })
    }
    return {
      /** @param {Node} node */
      Literal: (node) => {
        if (node.regex) check(node, node.regex.pattern)
      },
      /** The pieces between what is put in.
       * @param {Node} node */
      TaggedTemplateExpression: (node) => {
        // A store writes SQL in this way.
        if (isStore(place.file)) return
        if (node.tag.object?.name === 'String' && node.tag.property?.name === 'raw')
          for (const piece of node.quasi.quasis) check(piece, piece.value.raw)
      },
    }
  },
}

/** `db.read('meeting')`, `trx('meeting')`, `handle.raw('…')`.
 * @param {Node} node */
function isQuery({ callee, arguments: args }) {
  const handles = /^(db|trx|tx|handle|knex|conn|connection|read|write)$/
  const first = args[0]
  const named = first?.type === 'TemplateLiteral' || typeof first?.value === 'string'
  if (!named) return false
  if (callee.type === 'Identifier') return handles.test(callee.name)
  if (callee.type !== 'MemberExpression') return false
  const method = callee.property.name
  const owner = callee.object.name ?? callee.object.property?.name ?? ''
  return (
    (method === 'raw' && handles.test(owner)) || ((method === 'read' || method === 'write') && owner === 'db')
  )
}

export default {
  meta: { name: 'house' },
  rules: {
    'import-order': importOrder,
    'one-environment': oneEnvironment,
    'sql-in-stores': sqlInStores,
    'pattern-length': patternLength,
  },
}
