#!/usr/bin/env node
// `npm run build`: dist/ alone. `--force` builds it even when nothing has changed.
import { buildBundles } from './lib/bundle.mjs'
import { main } from './lib/lifecycle.mjs'
import { checkNodeVersion } from './lib/node-version.mjs'
import { installPackages } from './lib/packages.mjs'
import { createSay } from './lib/say.mjs'

await main(async () => {
  const say = createSay()
  checkNodeVersion()
  await installPackages(say)
  await buildBundles(say, { force: process.argv.includes('--force') })
  return 0
})
