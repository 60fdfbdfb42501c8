import { setTimeout as pause } from 'node:timers/promises'

const withinMs = 300_000

/** @param {() => Promise<boolean>} isDone @param {string} what */
export async function until(isDone, what) {
  const deadline = Date.now() + withinMs
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error(`waited ${withinMs / 1000} s in vain until ${what}`)
    await pause(300)
  }
}
