import type { Me } from '#contract/people.ts'

/** This screen says "password", as the specification does; all others say "passphrase". */
export const notYours = 'This is not your password.'

const whose = {
  passwords: 'passwords',
  'second factor': 'a second factor',
} as const

/** Why there is no password or second factor to look after; null where there is. */
export function whyWithout(what: keyof typeof whose, access: Me['access']): string | null {
  const none = what === 'passwords' ? 'there are no passwords.' : 'two-factor sign-in is not needed.'
  switch (access) {
    case 'people':
      return null
    case 'header':
    case 'oidc':
      return `Your company's sign-in manages ${whose[what]}.`
    case 'local':
      return `Everyone on this machine uses the appliance as one person, so ${none}`
    case 'open':
      return `Everyone who can reach the appliance uses it as one person, so ${none}`
  }
}
