import { AsyncLocalStorage } from 'node:async_hooks'

/** Whoever asks, as far as rights go. */
export type Viewer = { id: number; email: string | null; administrator: boolean }

const storage = new AsyncLocalStorage<Viewer>()

/** Does something on a person's behalf: what is looked up meanwhile is what they may see. */
export const asViewer = <T>(viewer: Viewer, work: () => T): T => storage.run(viewer, work)

/** null: the appliance itself (jobs, commands, schedules), which sees everything. */
export const currentViewer = (): Viewer | null => storage.getStore() ?? null
