// Pictures of what opens over the screens, and of the recording's page while it is edited.

/** @typedef {import('playwright').Page} Page */
/** @typedef {(name: string, address: string, prepare: (page: Page) => Promise<unknown>) => Promise<void>} Shoot */

const speakers = [1, 2, 3, 4, 5, 6].map((n) => `[00:00:0${n}] [Speaker ${n}] Good morning, everyone.`)
const transcript = {
  name: 'Extraordinary general meeting.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from(speakers.join('\n')),
}

/**
 * @param {Page} page
 * @param {string | RegExp} name
 */
const press = (page, name) => page.getByRole('button', { name }).first().click()

/** @type {[name: string, path: string, prepare: (page: Page) => Promise<unknown>][]} */
const states = [
  ['upload-media', '/', (page) => press(page, 'Upload Media File')],
  [
    'upload-transcript',
    '/',
    async (page) => {
      await press(page, 'Upload Transcript')
      await page.getByLabel('Transcript file').setInputFiles(transcript)
      await page.getByLabel('Speaker 6').waitFor()
    },
  ],
  ['edit-details', '/recordings/1', (page) => press(page, 'Edit Details')],
  ['edit-transcript', '/recordings/1', (page) => press(page, /^Edit( Transcript)?$/)],
  [
    'edit-summary',
    '/recordings/1',
    async (page) => {
      await press(page, 'Edit the summary')
      await page.getByRole('textbox', { name: 'Summary' }).scrollIntoViewIfNeeded()
    },
  ],
  ['versions-of-the-summary', '/recordings/1', (page) => press(page, 'Versions of the summary')],
  [
    'versions',
    '/recordings/1',
    async (page) => {
      await press(page, 'More about the transcript')
      await page.getByRole('menuitem', { name: 'Versions' }).click()
    },
  ],
  ['template', '/system', (page) => press(page, /^Edit\s*Board meeting/)],
  ['shortcuts', '/recordings/1', (page) => page.keyboard.press('?')],
]

/** @param {{ url: string, shoot: Shoot }} where */
export async function dialogStates({ url, shoot }) {
  for (const [name, path, prepare] of states) await shoot(`dialog-${name}`, url + path, prepare)
}
