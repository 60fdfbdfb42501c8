/** What the filter offers: the beginning of an act's name and what it is called. */
export const kindsOfActs: [string, string][] = [
  ['', 'Everything'],
  ['session', 'Signing in'],
  ['recording', 'Recordings'],
  ['meeting', 'Meetings'],
  ['document', 'Documents'],
  ['person', 'People and tokens'],
  ['own', 'Own things'],
  ['inbox', 'Shared folder'],
  ['retention', 'Retention'],
  ['system', 'Administration'],
]

const words: Record<string, string> = {
  'session.started': 'Signed in',
  'session.refused': 'Sign-in refused',
  'session.ended': 'Signed out',
  'meeting.holdPlaced': 'Placed a legal hold',
  'meeting.holdLifted': 'Lifted a legal hold',
  'retention.rulesChanged': 'Changed the retention rules',
  'retention.disposed': 'Deleted what the retention rules took',
  'recording.soundDeleted': 'Deleted the sound of a recording',
  'recording.strikeAsked': 'Asked for a privileged passage to be struck',
  'recording.passageStruck': 'Struck a privileged passage',
  'system.exported': 'Exported everything',
  'audit.exported': 'Exported the audit log',
  'own.createRecording': 'Recording made',
  'own.uploadRecording': 'Recording uploaded',
  'own.importSample': 'Sample meeting imported',
  'own.putSettings': 'Own settings changed',
  'own.endSession': 'Own session ended',
  'own.endOtherSessions': 'Own other sessions ended',
  'own.startTwoFactor': 'Second factor begun',
  'own.confirmTwoFactor': 'Second factor set up',
  'own.removeTwoFactor': 'Second factor removed',
  'own.renewRecoveryCodes': 'New recovery codes',
  'recording.opened': 'Recording opened',
  'recording.exported': 'Recording downloaded',
  'recording.deleted': 'Recording put into the bin',
  'recording.restored': 'Recording restored from the bin',
  'recording.deletedForGood': 'Recording deleted for good',
  'recording.attachTranscript': 'Transcript attached',
  'recording.putTranscript': 'Transcript edited',
  'recording.editSegment': 'Transcript edited',
  'recording.restoreVersion': 'Earlier transcript restored',
  'recording.transcribeAgain': 'Transcribed again',
  'recording.retryTranscription': 'Transcription tried again',
  'recording.diarise': 'Speakers told apart again',
  'recording.putMeetingInfo': 'Attendees or place changed',
  'recording.updateRecording': 'Recording’s details changed',
  'meeting.audienceChanged': 'Who may see a meeting changed',
  'person.added': 'Person added',
  'person.changed': 'Person’s rights changed',
  'person.passphraseChanged': 'Passphrase changed',
  'person.removed': 'Person removed',
  'person.reset': 'New link made for a person',
  'person.sessionsEnded': 'Somebody’s sessions ended',
  'person.tokenMade': 'API token made',
  'person.tokenRevoked': 'API token revoked',
  'system.accessPolicyChanged': 'Second factor of administrators changed',
  'system.audienceChanged': 'Audience of new meetings changed',
  'inbox.taken': 'File taken in',
  'inbox.failed': 'File could not be taken in',
  'inbox.retry': 'Had a file tried again',
  'inbox.set': 'Set the shared folder',
  'system.sealRotated': 'Replaced the sealing key',
}

/** Beginnings that say little to somebody who reads them. */
const kinds: Record<string, string> = { own: 'By themselves', system: 'Administration' }

/** "recording.nameSpeaker" → "Recording: name speaker", for acts without a sentence of their own. */
export function actInWords(act: string): string {
  const known = words[act]
  if (known) return known
  const [kind = '', what = ''] = act.split('.')
  const spaced = what.replace(/([A-Z])/g, ' $1').toLowerCase()
  return `${kinds[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1)}: ${spaced}`
}
