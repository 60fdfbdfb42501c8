import { mkdir } from 'node:fs/promises'
import { ConfigError } from '../config.ts'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'

/** Where things lie in the data directory. Every name in it is the appliance's own; none comes from a request. */
export type Paths = {
  root: string
  database: string
  /** Uploads under way; swept at boot. */
  uploads: string
  /** Resumable uploads, which outlive a restart. */
  resumable: string
  recordings: string
  /** PDF files, each version under a name of its own. */
  documents: string
  /** The key that documents are sealed with. */
  seal: string
  /** Copies of the database from before upgrades. */
  copies: string
  /** The recovery passphrase, and what a backup under way needs. */
  backup: string
  /** Locks and what running processes say of themselves. */
  run: string
  serverLock: string
  serverInfo: string
  tls: TlsPaths
}

/** Each file holds a certificate and its private key: written as one, they cannot come apart. */
export type TlsPaths = {
  folder: string
  /** The local authority, which browsers are told to trust. */
  authority: string
  /** What the local authority issued for this host. */
  certificate: string
}

/** Where everything lies below a data directory. Makes nothing: see makeFolders. */
export function dataPaths(dataDir: string): Paths {
  const run = join(dataDir, 'run')
  const tls = join(dataDir, 'tls')
  return {
    root: dataDir,
    database: join(dataDir, 'db.sqlite'),
    uploads: join(dataDir, 'uploads'),
    resumable: join(dataDir, 'uploads', 'resumable'),
    recordings: join(dataDir, 'recordings'),
    documents: join(dataDir, 'documents'),
    seal: join(dataDir, 'seal'),
    copies: join(dataDir, 'copies'),
    backup: join(dataDir, 'backup'),
    run,
    serverLock: join(run, 'server.lock'),
    serverInfo: join(run, 'server.json'),
    tls: { folder: tls, authority: join(tls, 'authority.pem'), certificate: join(tls, 'certificate.pem') },
  }
}

/**
 * Makes the folders of a data directory, readable by its owner alone.
 * @throws ConfigError when the data directory cannot be made
 */
export async function makeFolders(paths: Paths): Promise<void> {
  // Meetings are confidential: nobody else on this machine reads along.
  await mkdir(paths.root, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new ConfigError(
      `APPLIANCE_DATA_DIR is "${paths.root}", which cannot be made or is no folder (${why}).`,
      {
        cause: error,
      },
    )
  })
  for (const folder of [
    paths.uploads,
    paths.resumable,
    paths.recordings,
    paths.documents,
    paths.seal,
    paths.run,
  ])
    await mkdir(folder, { recursive: true, mode: 0o700 })
}

/** For a recording's folder: it tells nothing of the meeting. */
export const newFolderName = (): string => randomUUID()

/** The files of one recording. */
export type RecordingPaths = {
  folder: string
  /** Conversions: can be deleted and made again. */
  cache: string
  /** 16 kHz mono, what the speech engine hears. */
  speechWav: string
  /** The same as bare samples, when the recorder's sound was decoded as it came; all of it. */
  speechBare: string
  /** What was decoded of the recorder's sound as it came, when that is not all or not what the recording has become. */
  followed: string
  wav: string
  mp3: string
  /** Remuxed for players that want an index and a duration. */
  repaired(extension: string): string
  /** What the recorder sends, as it comes. */
  capture: string
  original(extension: string): string
}

/** @param folderName as newFolderName made it */
export function recordingPaths(paths: Paths, folderName: string): RecordingPaths {
  const folder = join(paths.recordings, folderName)
  const cache = join(folder, 'cache')
  return {
    folder,
    cache,
    speechWav: join(cache, 'speech.wav'),
    speechBare: join(cache, 'speech.s16le'),
    followed: join(cache, 'followed.s16le'),
    wav: join(cache, 'converted.wav'),
    mp3: join(cache, 'converted.mp3'),
    repaired: (extension) => join(cache, `repaired.${extension}`),
    capture: join(folder, 'capture'),
    original: (extension) => join(folder, `original.${extension}`),
  }
}
