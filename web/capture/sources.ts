import { isDenied, openMicrophone } from './microphone.ts'

/** Where the sound comes from: the microphone, a browser tab or the screen, or both in one. */

export const sourceNames = ['microphone', 'screen', 'both'] as const
export type Source = (typeof sourceNames)[number]

export type Kind = 'microphone' | 'screen'
export type Input = { kind: Kind; stream: MediaStream }

/** What a source is made of, in the order in which it is shown. */
export function kindsOf(source: Source): readonly Kind[] {
  return source === 'both' ? ['microphone', 'screen'] : [source]
}

export type Sound = {
  /** What is recorded. */
  stream: MediaStream
  /** What it is made of; each has a level of its own. */
  inputs: Input[]
  /** @param but what another sound is made of from now on */
  close: (but?: readonly Input[]) => void
}

/** The person shared nothing, or something without sound. */
export class NotSharedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'NotSharedError'
  }
}

/** Not every browser lends the sound of a tab or a screen; those of phones do not. */
export function canShareSound(): boolean {
  return typeof navigator.mediaDevices?.getDisplayMedia === 'function'
}

function closeStream(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

async function openScreen(): Promise<MediaStream> {
  let stream: MediaStream
  try {
    // The picture is asked for since browsers show their choice of tabs with it alone; nobody records it.
    stream = await navigator.mediaDevices.getDisplayMedia({
      video: true,
      audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    })
  } catch (cause) {
    if (isDenied(cause)) throw new NotSharedError('No tab or screen was chosen.', { cause })
    throw new NotSharedError('The browser did not share the audio of the tab or screen.', { cause })
  }
  for (const track of stream.getVideoTracks()) {
    track.stop()
    stream.removeTrack(track)
  }
  if (stream.getAudioTracks().length > 0) return stream
  closeStream(stream)
  throw new NotSharedError(
    'Your choice shares no audio. Choose a browser tab, and leave "Also share tab audio" on.',
  )
}

function mixed(inputs: Input[]): { stream: MediaStream; context: AudioContext } {
  const context = new AudioContext()
  const out = context.createMediaStreamDestination()
  for (const { stream } of inputs) context.createMediaStreamSource(stream).connect(out)
  void context.resume()
  return { stream: out.stream, context }
}

/**
 * @param onEnded one of its inputs has ended: unplugged, or no longer shared
 * @param open inputs that are there already; those that the source has need not be asked for again
 * @throws MicrophoneDeniedError, NotSharedError; any other error means that it does not work
 */
export async function openSound(
  source: Source,
  onEnded: (input: Input) => void,
  open: readonly Input[] = [],
): Promise<Sound> {
  const kinds = kindsOf(source)
  const opened: Input[] = []
  const need = (kind: Kind) => kinds.includes(kind) && !open.some((input) => input.kind === kind)
  try {
    // The screen first: browsers let a page ask for it only for a moment after the click.
    if (need('screen')) opened.push({ kind: 'screen', stream: await openScreen() })
    if (need('microphone')) opened.push({ kind: 'microphone', stream: await openMicrophone() })
  } catch (error) {
    for (const { stream } of opened) closeStream(stream)
    throw error
  }
  const inputs = kinds.flatMap((kind) => [...open, ...opened].filter((input) => input.kind === kind))
  let closed = false
  for (const input of inputs)
    for (const track of input.stream.getAudioTracks())
      track.addEventListener('ended', () => {
        if (!closed) onEnded(input)
      })
  const [first] = inputs
  const { stream, context } =
    inputs.length > 1 || !first ? mixed(inputs) : { stream: first.stream, context: null }
  return {
    stream,
    inputs,
    close: (but = []) => {
      closed = true
      for (const input of inputs) if (!but.includes(input)) closeStream(input.stream)
      if (context) closeStream(stream)
      void context?.close()
    },
  }
}
