import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash } from './files.mjs'
import { modules, root } from './paths.mjs'
import { run } from './run.mjs'

/**
 * One thing that the appliance ships or runs.
 * @typedef {object} Part
 * @property {string} name
 * @property {string} version
 * @property {string} licence an SPDX expression, or what the package itself says
 * @property {string | null} use
 * @property {string | null} source where its source is, where the licence asks for that
 * @property {string | null} text the key of its licence's text; null: the package carries none
 */

/** @typedef {{ name: string, version: string, licence: string, use?: string, source?: string, text?: string }} ThirdParty */

const licenceFile = /^(licen[cs]e|copying|notice)/i
/** Licences of packages that name none in their package.json; read in their repositories. */
const unnamed = new Map([
  ['combine-errors', 'MIT'],
  ['parse-cache-control', 'MIT'],
])

/**
 * Writes licences.json (for the Licences screen) and sbom.cdx.json (CycloneDX, from npm's own list of what is installed).
 * @param {string} outDir
 */
export async function writeLicences(outDir) {
  const sbom = await packages()
  // npm also lists what is for other kinds of machine.
  sbom.components = sbom.components.filter(({ name }) => existsSync(join(modules, name)))
  /** @type {Map<string, string>} */
  const texts = new Map()
  /** @param {string | null} text */
  const keyOf = (text) => {
    if (text === null) return null
    const key = hash(text)
    texts.set(key, text)
    return key
  }
  /** @type {Part[]} */
  const parts = sbom.components.map(({ name, version, licenses }) => ({
    name,
    version,
    licence: nameOf(licenses) ?? unnamed.get(name) ?? 'not stated',
    use: null,
    source: null,
    text: keyOf(textOf(join(modules, name))),
  }))
  for (const { text, ...party } of thirdParties())
    parts.unshift({ use: null, source: null, ...party, text: keyOf(text ? read(join(root, text)) : null) })
  writeFileSync(join(outDir, 'licences.json'), JSON.stringify({ parts, texts: Object.fromEntries(texts) }))
  writeFileSync(join(outDir, 'sbom.cdx.json'), JSON.stringify(withThirdParties(sbom), null, 2))
}

/** @returns {ThirdParty[]} */
function thirdParties() {
  return JSON.parse(readFileSync(join(root, 'scripts', 'third-parties.json'), 'utf8'))
}

/**
 * @typedef {{ license?: { id?: string, name?: string }, expression?: string }} LicenceChoice
 * @typedef {{ type: string, name: string, version: string, licenses?: LicenceChoice[] }} Component
 */

/** @returns {Promise<{ components: Component[] }>} npm's own list, without what only the build needs */
async function packages() {
  let output = ''
  const { code, tail } = await run(
    'npm',
    ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx', '--loglevel=error'],
    { cwd: root, onLine: (line) => void (output += `${line}\n`) },
  )
  if (code !== 0) throw new Error(`npm could not list the packages: ${tail}`)
  return JSON.parse(output.slice(output.indexOf('{')))
}

/** @param {{ components: Component[] }} sbom */
const withThirdParties = (sbom) => ({
  ...sbom,
  components: [
    ...sbom.components,
    ...thirdParties().map(({ name, version, licence }) => ({
      ...{ type: 'application', name, version },
      licenses: [{ expression: licence }],
    })),
  ],
})

/** @param {LicenceChoice[] | undefined} choices */
const nameOf = (choices) =>
  choices?.map(({ license, expression }) => expression ?? license?.id ?? license?.name).join(' AND ')

/** @param {string} folder */
function textOf(folder) {
  const name = readdirSync(folder).find((file) => licenceFile.test(file))
  return name ? read(join(folder, name)) : null
}

/** @param {string} file */
const read = (file) => readFileSync(file, 'utf8')
