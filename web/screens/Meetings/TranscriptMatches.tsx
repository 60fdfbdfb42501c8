import { Play, Quote } from 'lucide-react'
import { Link } from 'wouter'
import type { Passage } from '#contract/search.ts'
import { useTranscriptMatches } from '../../hooks/transcript-matches.ts'
import { longDate, position } from '../../ui/format.ts'
import { NotFetched } from '../../ui/Screen.tsx'

/** What was said in meetings: each passage with a link to its second. */
export function TranscriptMatches({ words }: { words: string }) {
  const { passages, isLoading, error, retry } = useTranscriptMatches(words)
  if (words.length < 3) return null
  if (error && !passages)
    return <NotFetched what="The matches in transcripts" error={error} onRetry={retry} />
  return (
    <section aria-labelledby="said" className="space-y-2">
      <h2 id="said" className="font-semibold">
        In transcripts
      </h2>
      {passages && passages.length > 0 ? (
        <ul className="divide-y divide-line rounded-md border border-line bg-surface">
          {passages.map((passage) => (
            <Said key={`${passage.sourceId} ${passage.at} ${passage.text}`} passage={passage} words={words} />
          ))}
        </ul>
      ) : (
        <p role="status" className="rounded-md border border-line bg-surface px-4 py-3 text-ink-2">
          {isLoading || !passages ? 'Searching…' : `No transcript matches “${words}”.`}
        </p>
      )}
    </section>
  )
}

function Said({ passage, words }: { passage: Passage; words: string }) {
  const { title, date, text, at, speaker, href } = passage
  const day = longDate(date)
  const Icon = at === null ? Quote : Play
  return (
    <li className="px-3 py-2.5 md:px-4">
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2 tabular-nums">
        <Link
          href={href ?? `/recordings/${passage.sourceId}`}
          className="inline-flex items-center gap-1.5 font-semibold text-ink hover:underline pointer-coarse:min-h-11"
        >
          <Icon size={16} strokeWidth={1.75} className="text-ink-3" aria-hidden />
          <span dir="auto">{title}</span>
          {at !== null && <span className="font-normal text-ink-2">at {position(at)}</span>}
        </Link>
        {day && <span>{day}</span>}
        {speaker && <span>{speaker}</span>}
      </p>
      <p dir="auto" className="mt-0.5 line-clamp-3 max-w-[75ch] break-words">
        <Marked text={fromFound(text, words)} words={words} />
      </p>
    </li>
  )
}

/** So much of what was said before what was found is shown. */
const shownBefore = 100

/** A long passage from shortly before what was found in it, or it would be cut off before that. */
function fromFound(text: string, words: string): string {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const small = text.toLowerCase()
  const at = Math.min(...wanted.map((word) => small.indexOf(word)).filter((place) => place >= 0))
  if (!Number.isFinite(at) || at <= shownBefore) return text
  return `… ${text.slice(text.indexOf(' ', at - shownBefore) + 1)}`
}

/** The words that were looked for, marked where they stand in the passage. */
function Marked({ text, words }: { text: string; words: string }) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return text.split(/(\s+)/).map((piece, at) => {
    const isFound = wanted.some((word) => piece.toLowerCase().startsWith(word))
    return isFound ? (
      <mark key={at} className="found-words">
        {piece}
      </mark>
    ) : (
      piece
    )
  })
}
