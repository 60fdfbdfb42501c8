import { lstat, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { AppError } from '../errors.ts'
import { exists, isMissing } from '../files/exists.ts'
import { writeFileAtomically } from '../files/write.ts'

/** Makes a folder of ours, and refuses one that is a link: what we move stays in the shared folder. */
async function ownFolder(root: string, path: string): Promise<string> {
  let folder = root
  for (const part of path.split('/').filter(Boolean)) {
    folder = join(folder, part)
    await mkdir(folder).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    })
    if (!(await lstat(folder)).isDirectory())
      throw new AppError(
        'bad_request',
        `"${path}" in the shared folder must be a folder and no link: rename what is there.`,
      )
  }
  return folder
}

/** "minutes.docx", "minutes (2).docx" … where there is none yet. */
async function freeName(folder: string, name: string): Promise<string> {
  const ending = extname(name)
  const stem = name.slice(0, name.length - ending.length)
  for (let count = 1; ; count++) {
    const next = count === 1 ? name : `${stem} (${count})${ending}`
    if (!(await exists(join(folder, next)))) return next
  }
}

async function moveIfThere(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
}

type File = { root: string; path: string; sidecar: string | null }

/** How the description of a file is called when the file is called otherwise. */
const sidecarFor = (sidecar: string, before: string, now: string): string =>
  basename(sidecar) === `${basename(before)}.json`
    ? `${now}.json`
    : `${now.slice(0, now.length - extname(now).length)}.json`

/**
 * Moves a file and its description to `to` (done or failed), where they keep their folders.
 * @param before what is to be written before it is moved: whoever finds the file finds that too
 * @returns where it lies now, below the shared folder
 */
export async function moveTo(
  to: string,
  { root, path, sidecar }: File,
  before: (target: string) => Promise<void> = async () => undefined,
): Promise<string> {
  const below = dirname(path) === '.' ? to : `${to}/${dirname(path)}`
  const folder = await ownFolder(root, below)
  const name = await freeName(folder, basename(path))
  await before(join(folder, name))
  if (sidecar !== null) await moveIfThere(join(root, sidecar), join(folder, sidecarFor(sidecar, path, name)))
  await moveIfThere(join(root, path), join(folder, name))
  return `${below}/${name}`
}

const errorFile = (file: string): string => `${file}.error.txt`

/** Says beside a failed file what happened and what can be done, for whoever looks into the folder. */
export async function writeError(file: string, message: string): Promise<void> {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(new Date())
  const text = [
    `${basename(file)} was not taken in.`,
    '',
    message,
    '',
    'To try again, put the file back into the shared folder, or choose "Try again" on the System screen of the appliance.',
    `(${day})`,
    '',
  ]
  // Notepad on older systems knows no other line ends.
  await writeFileAtomically(errorFile(file), text.join('\r\n'))
}

/**
 * Puts a failed file and its description back where they were, and takes its error away.
 * @param movedTo where it lies, below the shared folder
 * @throws AppError not_found when somebody has taken it away
 */
export async function putBack(root: string, movedTo: string, path: string): Promise<void> {
  const file = join(root, movedTo)
  if (!(await exists(file)))
    throw new AppError(
      'not_found',
      'The file is no longer in the folder "failed": put it into the shared folder again.',
    )
  const folder = await ownFolder(root, dirname(path) === '.' ? '' : dirname(path))
  const name = await freeName(folder, basename(path))
  const stem = (of: string): string => of.slice(0, of.length - extname(of).length)
  await moveIfThere(`${file}.json`, join(folder, `${name}.json`))
  await moveIfThere(`${stem(file)}.json`, join(folder, `${stem(name)}.json`))
  await rename(file, join(folder, name))
  await rm(errorFile(file), { force: true })
}
