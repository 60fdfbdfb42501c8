/** Which files may be uploaded, and what they are called. */

const videoTypes = ['video/mp4', 'video/webm', 'video/quicktime', 'video/x-msvideo', 'video/x-matroska']
const videoExtensions = ['mp4', 'webm', 'mov', 'avi', 'mkv']

/** What the file picker offers until the server has said what it takes. */
const usualTypes = ['audio/*', ...videoTypes, '.mp3', '.wav', '.m4a', '.ogg', '.opus', '.flac']
export const usuallyAccepted = [...usualTypes, ...videoExtensions.map((extension) => `.${extension}`)].join(
  ',',
)

type Named = Pick<File, 'name' | 'type'>

function extensionOf(name: string): string {
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
}

export function isVideo(file: Named): boolean {
  return file.type ? file.type.startsWith('video/') : videoExtensions.includes(extensionOf(file.name))
}

/** What browsers call a file that they know nothing of. */
const unknownTypes = ['', 'application/octet-stream']

/**
 * Any audio and the named videos. Browsers have several names for the same containers ("video/matroska") and none for
 * some, so the extension counts too.
 * @param accept the server's list, as a file picker reads it: "audio/*,video/mp4,.mp3"
 */
export function isAccepted(file: Named, accept: string = usuallyAccepted): boolean {
  if (file.type.startsWith('audio/') || videoTypes.includes(file.type)) return true
  if (!unknownTypes.includes(file.type) && !/^(?:video|application)\//.test(file.type)) return false
  const extension = extensionOf(file.name)
  return extension !== '' && accept.split(',').includes(`.${extension}`)
}

/** The file's name without its extension. */
export function titleFrom(name: string): string {
  return name.replace(/\.[^.]+$/, '').trim()
}

/** @returns why the file is neither sound nor one of the videos, as a toast's words; null when it is */
export function refusalOf(
  file: Pick<File, 'name' | 'type' | 'size'>,
  accept: string | undefined,
): { title: string; description: string } | null {
  if (!isAccepted(file, accept))
    return {
      title: 'Invalid file type',
      description: 'Please select an audio file (MP3, WAV) or video file (MP4, WebM, MOV, AVI, MKV)',
    }
  if (file.size === 0)
    return { title: 'The file is empty', description: 'There is nothing in it to transcribe.' }
  return null
}
