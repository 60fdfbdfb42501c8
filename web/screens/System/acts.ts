/** What the filter offers: the beginning of an act's name and what it is called. */
export const kindsOfActs: [string, string][] = [
  ['', 'Everything'],
  ['session', 'Signing in'],
  ['recording', 'Recordings'],
  ['meeting', 'Meetings'],
  ['document', 'Documents'],
  ['person', 'People'],
  ['system', 'Administration'],
]

const words: Record<string, string> = {
  'session.started': 'Signed in',
  'session.refused': 'Sign-in refused',
  'session.ended': 'Signed out',
  'audit.exported': 'Exported the audit log',
}

/** "recording.nameSpeaker" → "Recording: name speaker", for acts without a sentence of their own. */
export function actInWords(act: string): string {
  const known = words[act]
  if (known) return known
  const [kind = '', what = ''] = act.split('.')
  const spaced = what.replace(/([A-Z])/g, ' $1').toLowerCase()
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}: ${spaced}`
}
