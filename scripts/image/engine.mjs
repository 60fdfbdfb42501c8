#!/usr/bin/env node
// For the image: the speech engine for any processor, and the database driver, without what only a checkout needs.
// usage: engine.mjs FOLDER
import { main } from '../lib/lifecycle.mjs'
import { createSay, Stop } from '../lib/say.mjs'
import { requireSqlite } from '../lib/sqlite.mjs'
import { compileWhisper } from '../lib/whisper-compile.mjs'

await main(async () => {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new Stop('usage: engine.mjs FOLDER')
  const say = createSay()
  await requireSqlite(say)
  let said = 0
  await compileWhisper(folder, (percent) => {
    if (percent < said + 20) return
    said = percent
    say.line(`• Speech engine: ${percent}% compiled`)
  })
  return 0
})
