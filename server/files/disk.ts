import { statfs } from 'node:fs/promises'
import { AppError } from '../errors.ts'
import { bytes } from './size.ts'

/** Bytes on the volume that holds `path`, as this user may use them. */
export async function diskSpace(path: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const fs = await statfs(path)
  return { freeBytes: fs.bavail * fs.bsize, totalBytes: fs.blocks * fs.bsize }
}

/** What stays free whatever comes, so that the database can go on. */
const reserveBytes = 200 * 1024 * 1024

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

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

export const diskFull = (cause: unknown): AppError =>
  new AppError(
    'disk_full',
    "The appliance's disk is full; nothing was stored. Ask your administrator to make room.",
    { cause },
  )
