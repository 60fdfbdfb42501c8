import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { findProgram } from './files.mjs'
import { cacheDir, dist, modules, root } from './paths.mjs'

/** Whoever makes this user has the appliance run as it. */
const ownUser = 'meeting-appliance'

/** @typedef {{ uid: number, gid: number }} User */

/** @param {string} path what is there of it */
const nearest = (path) => {
  let there = path
  while (!existsSync(there)) there = dirname(there)
  return there
}

/**
 * Who the appliance is run as when root starts it: the owner of its data, or the user that was made for it.
 * @param {string} dataDir
 * @returns {User | null}
 */
function userFor(dataDir) {
  if (existsSync(dataDir)) {
    const { uid, gid } = statSync(dataDir)
    return uid === 0 ? null : { uid, gid }
  }
  const id = (/** @type {string} */ flag) => {
    const { status, stdout } = spawnSync('id', [flag, ownUser], { encoding: 'utf8' })
    return status === 0 ? Number(stdout.trim()) : null
  }
  const [uid, gid] = [id('-u'), id('-g')]
  return uid && gid ? { uid, gid } : null
}

/**
 * setpriv's arguments that take root's rights away from what is started; none where there are none to take.
 * @param {import('./say.mjs').Say} say
 * @returns {{ words: string[], env: Record<string, string> }}
 */
export function withoutRoot(say) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return { words: [], env: {} }
  const stays = (/** @type {string} */ why) => {
    say.line(`Warning: the appliance runs as root. ${why}`)
    return { words: [], env: {} }
  }
  const dataDir = resolve(root, process.env.APPLIANCE_DATA_DIR || 'data')
  const user = userFor(dataDir)
  const setpriv = findProgram('setpriv')
  if (!user || !setpriv)
    return stays(
      `Whoever breaks into it has the machine. Make a user for it (useradd --system ${ownUser}) and give it the data (chown -R ${ownUser} ${dataDir}), or use scripts/systemd/meeting-appliance.service.`,
    )
  const words = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--no-new-privs']
  const needed = [process.execPath, dist, modules, nearest(cacheDir)]
  const closed = needed.find(
    (path) => spawnSync(setpriv, [...words, '--', 'test', '-r', path, '-a', '-x', path]).status !== 0,
  )
  if (closed) return stays(`It would drop root's rights, but its user may not read ${closed}.`)
  if (!existsSync(dataDir)) {
    const made = ['-d', '-m', '0700', '-o', String(user.uid), '-g', String(user.gid), dataDir]
    if (spawnSync('install', made).status !== 0) return stays(`${dataDir} could not be made for its user.`)
  }
  say.line(`Root's rights are dropped: the appliance runs as user ${user.uid}.`)
  return { words, env: { HOME: dataDir } }
}
