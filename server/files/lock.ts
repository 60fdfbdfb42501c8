import { readFile, rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { accessModes } from '#contract/people.ts'
import { holdExclusively } from '../db/open.ts'
import { isMissing } from './exists.ts'
import type { Paths } from './paths.ts'
import { writeFileAtomically } from './write.ts'

const serverInfo = z.object({
  pid: z.number(),
  /** For programs on this machine. */
  url: z.string().nullable(),
  /** For people's browsers. */
  publicUrl: z.string().nullable().default(null),
  /** With it a command on this machine comes in as the first administrator; new at each start. */
  commandKey: z.string().default(''),
  /** What it was started with, which a command in another terminal does not have in its environment. */
  settings: z
    .object({
      host: z.string(),
      httpPort: z.number(),
      https: z
        .object({
          port: z.number(),
          certificate: z.object({ certFile: z.string(), keyFile: z.string() }).nullable(),
        })
        .nullable(),
      access: z.enum(accessModes),
      admins: z.array(z.string()),
      publicUrl: z.string().nullable(),
      allowedHosts: z.array(z.string()),
      trustedProxies: z.array(z.string()),
      inbox: z.string().nullable().default(null),
    })
    .nullable()
    .default(null),
  startedAt: z.string(),
})
/** What the process that holds the data directory says of itself; `url` null: it serves no pages (a waiting import). */
export type ServerInfo = z.infer<typeof serverInfo>

export type DataLock = {
  /** Says where this process answers; only this machine's user can read it. */
  announce(where: Pick<ServerInfo, 'url' | 'publicUrl' | 'commandKey' | 'settings'>): Promise<void>
  release(): Promise<void>
}

/** Takes the data directory for this process. @returns null when another one has it */
export async function lockDataDirectory(paths: Paths): Promise<DataLock | null> {
  let held = await holdExclusively(paths.serverLock)
  // A command that only asks who is there (findRunningServer) holds it for some milliseconds.
  for (let attempt = 0; !held && attempt < 5; attempt++) {
    await setTimeout(100)
    held = await holdExclusively(paths.serverLock)
  }
  if (!held) return null
  return {
    announce: (where) =>
      writeFileAtomically(
        paths.serverInfo,
        JSON.stringify({
          ...where,
          pid: process.pid,
          startedAt: new Date().toISOString(),
        } satisfies ServerInfo),
      ),
    release: async () => {
      await rm(paths.serverInfo, { force: true })
      await held.release()
    },
  }
}

/** Who holds the data directory now; null when nobody does (a leftover note of a killed server does not count). */
export async function findRunningServer(paths: Paths): Promise<ServerInfo | null> {
  const probe = await holdExclusively(paths.serverLock)
  if (probe) {
    await probe.release()
    return null
  }
  return readServerInfo(paths)
}

async function readServerInfo(paths: Paths): Promise<ServerInfo | null> {
  try {
    return serverInfo.parse(JSON.parse(await readFile(paths.serverInfo, 'utf8')))
  } catch (error) {
    // It holds the lock but has not announced itself yet.
    if (isMissing(error))
      return { pid: 0, url: null, publicUrl: null, commandKey: '', settings: null, startedAt: '' }
    throw error
  }
}
