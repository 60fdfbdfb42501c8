import { join } from 'node:path'
import { loadConfig } from '../config.ts'
import { bundledSpeech } from '../speech/bundled.ts'
import type { SpeechModel } from '../speech/models.ts'
import { made, temporaryFolder } from './files.ts'

/** The model that comes along. */
export const carriedModel = (): Promise<SpeechModel> =>
  bundledSpeech({ bundledDir: join(loadConfig({}).appRoot, 'models') })

/** A hand clap, or a key that is struck: noise that dies away, again every so many seconds. */
const struck = (every: number, after: number, fade: number, seed: number): string =>
  `exp(-${fade}*mod(t+${after},${every}))*(2*random(${seed})-1)`

/** Twelve tones, one every third of a second, each plucked, with the fifth below. */
const note = (interval: number): string =>
  `sin(2*PI*t*220*pow(2,(mod(floor(t*3)*5,12)+${interval})/12))*exp(-4*mod(t,1/3))`

/** Sounds in which nobody speaks, as ffmpeg makes them (lavfi); `loud` up to 1. */
export const wordless: Record<string, (seconds: number, loud: number) => string> = {
  silence: (seconds) => `anullsrc=r=16000:cl=mono:d=${seconds}`,
  hiss: (seconds, loud) => `anoisesrc=d=${seconds}:r=16000:a=${loud * 0.3}:c=white:seed=1`,
  fan: (seconds, loud) => `anoisesrc=d=${seconds}:r=16000:a=${loud}:c=brown:seed=2`,
  music: (seconds, loud) =>
    `aevalsrc='${loud * 0.4}*(${note(0)}+0.7*${note(-7)}+0.3*${note(12)})':s=16000:d=${seconds}`,
  applause: (seconds, loud) =>
    `aevalsrc='${loud * 0.25}*(${[
      [0.21, 0, 60],
      [0.19, 0.05, 70],
      [0.23, 0.11, 50],
      [0.17, 0.02, 80],
      [0.29, 0.2, 60],
    ]
      .map(([every, after, fade], i) => struck(every!, after!, fade!, i))
      .join('+')})':s=16000:d=${seconds}`,
  keyboard: (seconds, loud) =>
    `aevalsrc='${loud * 0.4}*lt(mod(t,4),3)*(${struck(0.17, 0, 500, 0)}+0.6*${struck(0.31, 0.08, 350, 1)})':s=16000:d=${seconds}`,
}

/** One file of all of them, one after the other. */
export async function allWordless(seconds: number, loud: number): Promise<string> {
  const file = join(await temporaryFolder(), 'wordless.wav')
  const sources = Object.values(wordless).map((source) => source(seconds, loud))
  const graph = sources.map((source, i) => `${source}[s${i}]`).join(';')
  await made(
    file,
    `${graph};${sources.map((_, i) => `[s${i}]`).join('')}concat=n=${sources.length}:v=0:a=1`,
    '-ac',
    '1',
  )
  return file
}
