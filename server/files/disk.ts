import { statfs } from 'node:fs/promises'
import { AppError } from '../errors.ts'
import { bytes } from './size.ts'

/** Bytes on the volume that holds `path`, as this user may use them. */
export async function diskSpace(path: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const fs = await statfs(path)
  return { freeBytes: fs.bavail * fs.bsize, totalBytes: fs.blocks * fs.bsize }
}

/**
 * What stays free whatever comes, so that the database can go on and a meeting that is being recorded is safe: hours of
 * its sound. Only live recording goes below it.
 */
export const reserveBytes = 500 * 1024 ** 2

/** The same for what a recording that is ending needs of it. */
export const endingReserveBytes = 64 * 1024 ** 2

/**
 * @param reserve what must stay free beside them
 * @throws AppError disk_full when so many bytes more would fill the volume
 */
export async function requireSpace(path: string, wanted: number, reserve = reserveBytes): Promise<void> {
  const { freeBytes } = await diskSpace(path)
  if (wanted + reserve > freeBytes)
    throw new AppError(
      'disk_full',
      `There is not enough room on the appliance's disk: ${bytes(freeBytes)} are free and this needs ${bytes(wanted + reserve)}. Nothing was stored. Ask your administrator to make room.`,
    )
}

/** The disk, or the person's quota on it, is used up. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/** What a person is told when a write found no room. */
export const diskFull = (cause: unknown): AppError =>
  new AppError(
    'disk_full',
    "The appliance's disk is full; nothing was stored. Ask your administrator to make room.",
    { cause },
  )

const lookEveryMs = 500

/**
 * Looks after the reserve while something large is being written, which may be one of many.
 * @param short called once, as soon as less than the reserve is left
 * @returns ends it
 */
export function watchSpace(path: string, short: (error: AppError) => void): () => void {
  let looking = false
  const timer = setInterval(() => {
    if (looking) return
    looking = true
    diskSpace(path)
      .then(({ freeBytes }) => {
        if (freeBytes >= reserveBytes) return
        clearInterval(timer)
        short(
          new AppError(
            'disk_full',
            `This was stopped: only ${bytes(freeBytes)} are free on the appliance's disk, which are kept for meetings that are being recorded. Ask your administrator to make room.`,
          ),
        )
      })
      // The folder has gone, and so has what was being written.
      .catch(() => clearInterval(timer))
      .finally(() => (looking = false))
  }, lookEveryMs)
  return () => clearInterval(timer)
}
