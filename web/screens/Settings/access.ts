import type { Me } from '#contract/people.ts'

/** Why there is no passphrase or second factor to look after; null where there is. */
export function whyWithout(access: Me['access']): string | null {
  switch (access) {
    case 'people':
      return null
    case 'header':
      return "Your company's sign-in looks after passphrases and second factors."
    case 'local':
      return 'Everybody on this machine uses the appliance as one person, so there are no passphrases.'
    case 'open':
      return 'Everybody who reaches the appliance uses it as one person, so there are no passphrases.'
  }
}
