import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout: the folder with package.json. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const dist = join(root, 'dist')
export const modules = join(root, 'node_modules')

/** What every checkout of this user shares: compiled programs, by the hash of what they were compiled from. */
export const cacheDir = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'meeting-appliance')
