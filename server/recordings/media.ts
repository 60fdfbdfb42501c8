import { extname } from 'node:path'

/** Extension → MIME type of what an upload may be. Audio of every kind, and the video containers that the specification names. */
const audioTypes: Record<string, string> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  weba: 'audio/webm',
  wma: 'audio/x-ms-wma',
  aif: 'audio/aiff',
  aiff: 'audio/aiff',
  amr: 'audio/amr',
  caf: 'audio/x-caf',
  mka: 'audio/x-matroska',
  ac3: 'audio/ac3',
  au: 'audio/basic',
}

const videoTypes: Record<string, string> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  avi: 'video/x-msvideo',
  mkv: 'video/x-matroska',
}

const typeByExtension = { ...audioTypes, ...videoTypes }

// What browsers and systems call the same things.
const aliases: Record<string, string> = {
  'audio/mp3': 'mp3',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/vnd.wave': 'wav',
  'audio/x-m4a': 'm4a',
  'audio/x-aac': 'aac',
  'audio/x-flac': 'flac',
  'audio/opus': 'opus',
  'audio/webm': 'weba',
}

const videoMimeTypes = new Set(Object.values(videoTypes))

/** For a file picker's accept attribute. */
export const acceptedTypes = [
  'audio/*',
  ...videoMimeTypes,
  ...Object.keys(typeByExtension).map((e) => `.${e}`),
].join(',')

/**
 * The extension under which a file is kept, from what the browser said it is and what it is called; null when it is
 * neither audio nor one of the named video types. What is really in it, only ffmpeg can tell.
 */
export function mediaExtension(mimeType: string, fileName: string): string | null {
  const mime = mimeType.split(';')[0]!.trim().toLowerCase()
  const named = extname(fileName).slice(1).toLowerCase()
  const known = named in typeByExtension ? named : null
  if (mime === '' || mime === 'application/octet-stream') return known
  // Systems have many names for the same containers; a video of another kind does not have one of these endings.
  if (known && mime.startsWith('video/')) return known
  if (mime.startsWith('audio/') || videoMimeTypes.has(mime)) {
    if (known) return known
    const byMime = aliases[mime] ?? Object.entries(typeByExtension).find(([, type]) => type === mime)?.[0]
    return byMime ?? 'audio'
  }
  // application/ogg and the like: some systems have no better word for sound.
  return mime === 'application/ogg' || mime === 'application/x-ogg' ? 'ogg' : null
}

/** The MIME type to serve an original with. */
export function mediaType(extension: string): string {
  return (typeByExtension as Record<string, string>)[extension] ?? 'application/octet-stream'
}
