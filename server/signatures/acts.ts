import type { AuditEntry } from '#contract/audit.ts'

/** What an entry of the log says of a document, as a sentence. @param who the person's name now */
export function actSentence({ act, details }: AuditEntry, who: string): string {
  const version = typeof details.version === 'number' ? ` (version ${details.version})` : ''
  switch (act) {
    case 'document.uploaded':
      return `${who} uploaded it.`
    case 'document.made':
      return `${who} made it from the minutes of a meeting.`
    case 'document.viewed':
      return `${who} looked at it.`
    case 'document.summarised':
      return `It was summarised for ${who}${details.by === 'model' ? ' by the language model' : ', by its key passages'}.`
    case 'document.signed':
      return `${who} signed it${version}.`
    case 'document.approved':
      return `${who} approved it.`
    case 'document.downloaded':
      return `${who} downloaded it${version}.`
    case 'document.archived':
      return `${who} archived it.`
    case 'document.restored':
      return `${who} took it out of the archive.`
    case 'document.deleted':
      return `${who} deleted it.`
    case 'document.changed':
      return `${who} changed its name, its readers or who is to sign.`
    default:
      return `${who}: ${act}.`
  }
}
