/** Leaving for the sign-in page and coming back from it. */

const signInPath = '/sign-in'

let person: number | null = null

/** Whose page this is: what a browser keeps belongs to them, and several people may use one browser. */
export const setPerson = (id: number): void => void (person = id)
export const personHere = (): number | null => person

let leaving = false
let signingOut = false
let held = 0

/** Stays on the page whatever becomes of the session, since leaving would end a recording. Returns the way out. */
export function stayHere(): () => void {
  let holding = true
  held += 1
  return () => {
    if (holding) held -= 1
    holding = false
  }
}

/** Goes to the sign-in page, which comes back here afterwards. Many calls may find out at once; one goes. */
export function leaveForSignIn(): void {
  if (leaving || held > 0 || location.pathname === signInPath) return
  leaving = true
  const here = location.pathname + location.search + location.hash
  location.assign(signingOut ? signInPath : `${signInPath}?ended=1&next=${encodeURIComponent(here)}`)
}

/**
 * Leaves for good: who signs in next need not be the same person, and starts at the front.
 * @param signOut asks the server; its socket may close before it answers
 */
export async function leaveBy(signOut: () => Promise<unknown>): Promise<void> {
  signingOut = true
  try {
    await signOut()
    leaveForSignIn()
  } finally {
    signingOut = false
  }
}

/**
 * Where to go after signing in: the path in `next`, or "/" for whatever could lead somewhere else.
 * @param search the page's query, "?next=%2Fhistory"
 */
export function nextFrom(search: string, origin: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  // Browsers read a backslash as a slash and pass over tabs and line ends.
  const path = /^\/(?![/\\])[^\\\p{Cc}]*$/u
  if (!path.test(next) || !URL.canParse(next, origin)) return '/'
  const url = new URL(next, origin)
  // "/..//elsewhere.example" begins with a single slash, and no longer does when its dots are gone.
  if (url.origin !== origin || url.pathname.startsWith('//') || url.pathname === signInPath) return '/'
  return url.pathname + url.search + url.hash
}
