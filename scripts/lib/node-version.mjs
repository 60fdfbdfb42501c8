import { Stop } from './say.mjs'

const needed = { major: 20, minor: 19 }

/** @param {string} [version] */
export function checkNodeVersion(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > needed.major || (major === needed.major && minor >= needed.minor)) return
  throw new Stop(
    `The appliance needs Node ${needed.major}.${needed.minor} or later; this is Node ${version}. Install a newer one (https://nodejs.org) and start again.`,
  )
}
