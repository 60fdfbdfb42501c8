import { mkdtemp, open, rm } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { AppError } from '../../server/errors.ts'
import { lookAtEngineBuild } from '../../server/processes/engine-build.ts'
import { batchNice, runWhisperServer } from '../../server/processes/whisper-server.ts'
import type { Services } from '../../server/services.ts'
import { decodeToWav } from '../../server/speech/audio.ts'
import { bundledSample } from '../../server/speech/bundled.ts'
import { createGate } from '../../server/speech/gate.ts'
import { planPieces } from '../../server/speech/pieces.ts'
import { quietestMoment, transcribePiece } from '../../server/speech/transcribe.ts'
import { findSpeech } from '../../server/speech/vad.ts'
import { whisperEngine } from '../../server/speech/whisper.ts'
import { withServices } from '../open.ts'
import { bytes, createProgressLine, note, print, printJson, table, wantsJson } from '../output.ts'

/** How fast this machine is at what the appliance does, on the sample meeting that comes along. */
export function benchCommand(program: Command): void {
  program
    .command('bench')
    .description('measure this machine: reading and transcribing the sample meeting, and the disk')
    .option(
      '--model <model>',
      'a speech model, as `npx appliance models list` shows it (default: the one in use)',
    )
    .action((options: { model?: string }, command: Command) =>
      withServices(async (services) => {
        const measured = await measure(services, options.model)
        if (wantsJson(command)) return printJson(measured)
        print(
          table([
            [
              'Machine',
              `${measured.cores} cores (${measured.processor}), ${bytes(measured.memoryBytes)} memory`,
            ],
            [
              'Disk',
              `${measured.disk.mbPerSecond} MB/s written; ${measured.disk.syncMs} ms until a piece of sound is safe`,
            ],
            ['Sample', `${measured.sampleSeconds} s of sound`],
            ['Reading', `${measured.decodeSeconds} s`],
            ['Finding speech', `${measured.speechSeconds} s`],
            ['Model', `${measured.model}, loaded in ${measured.loadSeconds} s`],
            [
              'Transcribing',
              `${measured.transcribeSeconds} s: ${measured.timesRealTime} times as fast as it was said`,
            ],
          ]),
        )
        note(`An hour takes about ${Math.ceil(60 / measured.timesRealTime)} minutes on this machine.`)
      }),
    )
}

const rounded = (n: number): number => Math.round(n * 100) / 100

async function timed<T>(work: () => Promise<T>): Promise<{ seconds: number; made: T }> {
  const since = performance.now()
  const made = await work()
  return { seconds: (performance.now() - since) / 1000, made }
}

async function measure(services: Services, wanted: string | undefined) {
  const { config, db, log, models, paths } = services
  const model = wanted === undefined ? await models.active(db.read) : await models.find(wanted)
  const build = await lookAtEngineBuild(config.engineDir)
  if (build.state !== 'built') throw new AppError('engine_missing', build.message)
  const folder = await mkdtemp(join(paths.run, 'bench-'))
  const line = createProgressLine()
  const say = (what: string): void => line.show(what, `${what} …`)
  const stopping = new AbortController()
  const onStop = (): void => stopping.abort(new AppError('cancelled', 'Stopped.'))
  process.once('SIGINT', onStop)
  const { signal } = stopping
  try {
    say('Writing to the disk')
    const disk = await measureDisk(folder)
    const wav = join(folder, 'sample.wav')
    say('Reading the sample')
    const ffmpeg = await services.ffmpeg()
    const decoded = await timed(async () =>
      decodeToWav(ffmpeg, (await bundledSample(config)).file, wav, { signal }),
    )
    const { durationMs } = decoded.made
    say('Finding speech')
    const speech = await timed(() => findSpeech(wav, { appRoot: config.appRoot, signal }))
    const pieces = await planPieces(speech.made, durationMs, (from, to) => quietestMoment(wav, from, to))
    say('Loading the speech model')
    const gate = createGate()
    const broken = new AbortController()
    const engine = runWhisperServer({
      ...{ binary: build.serverBinary, modelFile: model.file, runDir: folder, log, nice: batchNice },
      onUp: (url) => gate.set({ url, model }),
      onDown: (reason) =>
        broken.abort(new AppError('engine_crashed', `The speech engine went down: ${reason}`)),
    })
    try {
      const both = AbortSignal.any([signal, broken.signal])
      const loaded = await timed(() => gate.wait(both, () => undefined))
      say('Transcribing')
      const language = model.multilingual ? config.language : 'en'
      const heard = await timed(async () => {
        for (const piece of pieces)
          await transcribePiece(whisperEngine(loaded.made), wav, piece, { language, signal: both })
      })
      return {
        ...{
          cores: availableParallelism(),
          processor: cpus()[0]?.model ?? 'unknown',
          memoryBytes: totalmem(),
        },
        ...{ disk, model: model.id, sampleSeconds: rounded(durationMs / 1000) },
        ...{ decodeSeconds: rounded(decoded.seconds), speechSeconds: rounded(speech.seconds) },
        ...{ loadSeconds: rounded(loaded.seconds), transcribeSeconds: rounded(heard.seconds) },
        timesRealTime: rounded(durationMs / 1000 / heard.seconds),
      }
    } finally {
      await engine.stop()
    }
  } finally {
    line.end()
    process.removeListener('SIGINT', onStop)
    await rm(folder, { recursive: true, force: true })
  }
}

/** As uploads are written, and as the recorder's chunks are: each of them synced before it is acknowledged. */
async function measureDisk(folder: string): Promise<{ mbPerSecond: number; syncMs: number }> {
  const [blockBytes, blocks, chunks] = [4_000_000, 16, 25]
  const file = await open(join(folder, 'disk'), 'wx', 0o600)
  try {
    const block = Buffer.alloc(blockBytes, 1)
    const whole = await timed(async () => {
      for (let n = 0; n < blocks; n++) await file.write(block)
      await file.sync()
    })
    const small = await timed(async () => {
      for (let n = 0; n < chunks; n++) {
        await file.write(block.subarray(0, 16_000))
        await file.datasync()
      }
    })
    return {
      mbPerSecond: Math.round((blockBytes * blocks) / 1e6 / whole.seconds),
      syncMs: rounded((small.seconds / chunks) * 1000),
    }
  } finally {
    await file.close()
  }
}
