import { execFile } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../test/files.ts'
import { convertAudio, findFfmpeg } from './audio.ts'

const run = promisify(execFile)

test('a small file that unpacks to fill a disk is given up, and nothing is left of it', async () => {
  const folder = await temporaryFolder()
  const bomb = join(folder, 'bomb.flac')
  const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo', '-t', '1800']
  await run('ffmpeg', ['-loglevel', 'error', ...silence, '-c:a', 'flac', '-frame_size', '65535', bomb])
  // 350 MB of a few kilobytes.
  expect((await stat(bomb)).size).toBeLessThan(200_000)
  const ffmpeg = (await findFfmpeg({ ffmpegBin: null }))!
  const wav = convertAudio(ffmpeg, bomb, join(folder, 'bomb.wav'), 'wav', {})
  await expect(wav).rejects.toMatchObject({ code: 'audio_unreadable' })
  await expect(wav).rejects.toThrow(/unpacks to more than 268.4 MB/)
  expect(await readdir(folder)).toEqual(['bomb.flac'])
})
