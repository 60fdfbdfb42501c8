import { isIP } from 'node:net'
import { transact, type Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { forgetOldTries, forgetTries, putTry, triesOf } from './access-store.ts'

/** Wrong tries that cost nothing, and the longest that one more has to wait. */
type Patience = { free: number; longestMs: number }

/**
 * Somebody at one address who tries one account meets the longest waits. Many addresses at one account are slowed too, but
 * not where its person has signed in before: a stranger must not be able to lock a director out of their own office.
 * Colleagues behind one address are many.
 */
const patience = {
  both: { free: 3, longestMs: 15 * 60_000 },
  account: { free: 10, longestMs: 60_000 },
  address: { free: 20, longestMs: 60_000 },
  // A whole network of IPv6: one line of one household, or one company. What one machine of it does, another can do too.
  bothNetwork: { free: 10, longestMs: 15 * 60_000 },
  network: { free: 60, longestMs: 60_000 },
} as const satisfies Record<string, Patience>

type Kind = keyof typeof patience

const forgottenAfterMs = 24 * 3_600_000

/** 1 s after the first try that is not free, then twice as long each time. */
export function waitAfter(failures: number, { free, longestMs }: Patience): number {
  if (failures < free) return 0
  return Math.min(longestMs, 1000 * 2 ** Math.min(failures - free, 30))
}

/** One machine has a whole /64 of IPv6 addresses to itself. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const first = head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const full = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last]
  return full.slice(0, 4).join(':')
}

const ofAccount: ReadonlySet<Kind> = new Set(['both', 'account', 'bothNetwork'])

/** What is counted of a try. An IPv6 address is one of very many of its network, which is counted by itself. */
function subjectsOf(account: string, address: string): Map<Kind, string> {
  const network = networkOf(address)
  const subjects = new Map<Kind, string>([
    ['both', `both ${account} ${address}`],
    ['account', `account ${account}`],
    ['address', `address ${address}`],
  ])
  if (network !== address)
    subjects.set('bothNetwork', `both ${account} ${network}::/64`).set('network', `network ${network}::/64`)
  return subjects
}

export type Try = {
  /** It was right: earlier wrong ones no longer count. */
  succeeded(): Promise<void>
}

const wait = (seconds: number): string =>
  seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : seconds === 1 ? 'a second' : `${seconds} seconds`

/** @param secondsLeft until the next try is looked at */
const tooMany = (secondsLeft: number): AppError =>
  new AppError('too_many_tries', `Too many wrong tries. Please wait ${wait(secondsLeft)} and try again.`, {
    retryAfter: secondsLeft,
  })

/**
 * Before anything is compared, a try counts as a wrong one: many at once wait like many in a row.
 * @param account what is tried: an email address, or whose second factor
 * @param options.isKnown whether its person has signed in from there before
 * @throws AppError too_many_tries, with the seconds to wait
 */
export async function beginTry(
  db: Db,
  account: string,
  address: string,
  { isKnown = false } = {},
): Promise<Try> {
  const subjects = subjectsOf(account, address)
  await transact(db, async (trx) => {
    const now = Date.now()
    await forgetOldTries(trx, new Date(now - forgottenAfterMs).toISOString())
    const rows = new Map((await triesOf(trx, [...subjects.values()])).map((row) => [row.subject, row]))
    const waits = [...subjects].map(([kind, subject]) => {
      if (kind === 'account' && isKnown) return 0
      const row = rows.get(subject)
      return row ? Date.parse(row.last_at) + waitAfter(row.failures, patience[kind]) - now : 0
    })
    const longest = Math.max(...waits)
    if (longest > 0) throw tooMany(Math.ceil(longest / 1000))
    for (const subject of subjects.values()) {
      const failures = (rows.get(subject)?.failures ?? 0) + 1
      await putTry(trx, { subject, failures, last_at: new Date(now).toISOString() })
    }
  })
  return {
    // What the address has tried with other accounts stands: one's own is no way to try more of them.
    succeeded: () =>
      transact(db, (trx) =>
        forgetTries(
          trx,
          [...subjects].filter(([kind]) => ofAccount.has(kind)).map(([, subject]) => subject),
        ),
      ),
  }
}
