/** What this browser remembers. A browser that refuses storage remembers nothing, and nothing breaks. */

const store = (): Storage | null => (globalThis.document === undefined ? null : localStorage)

export function readStored(name: string): string | null {
  try {
    return store()?.getItem(name) ?? null
  } catch {
    return null
  }
}

/** @returns false when it could not be kept: storage is refused, or full */
export function writeStored(name: string, value: string): boolean {
  try {
    store()?.setItem(name, value)
    return true
  } catch {
    return false
  }
}

export function removeStored(name: string): void {
  try {
    store()?.removeItem(name)
  } catch {
    // It was not kept either.
  }
}

/** The names that begin so. */
export function storedNames(prefix: string): string[] {
  try {
    return Object.keys(store() ?? {}).filter((name) => name.startsWith(prefix))
  } catch {
    return []
  }
}
