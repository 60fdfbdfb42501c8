import { Bookmark, BookmarkCheck, ExternalLink, Sparkle } from 'lucide-react'
import { useState } from 'react'
import { readArticle, saveArticle, type Article } from '#contract/news.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { dateAndTime, relativeTime } from '../../ui/format.ts'

/** The first letters of the first 2 words of the source. */
const initialsOf = (source: string): string =>
  source
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

type ArticleCardProps = { article: Article; now: number; onChanged: () => void }

export function ArticleCard({ article, now, onChanged }: ArticleCardProps) {
  const { id, source, title, description, imageUrl, url, publishedAt, saved, read } = article
  const [noPicture, setNoPicture] = useState(false)
  const saving = useAction()
  const reading = useAction()

  /** Failures of save and read are logged, and said in a quiet line. */
  const logged = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work
      onChanged()
    } catch (error) {
      console.error('An article could not be marked', error)
      throw error
    }
  }
  const open = () => {
    window.open(url, '_blank', 'noopener,noreferrer')
    if (!read) void reading.run(() => logged(call(readArticle, { params: { id } })))
  }
  const toggle = () =>
    void saving.run(() => logged(call(saveArticle, { params: { id }, body: { isSaved: !saved } })))
  const problem = saving.error ?? reading.error

  return (
    <article className="flex h-full flex-col overflow-hidden rounded-md border border-line bg-surface">
      {imageUrl && !noPicture ? (
        <img
          src={imageUrl}
          alt=""
          loading="lazy"
          onError={() => setNoPicture(true)}
          className="h-36 w-full border-b border-line bg-sunken object-cover"
        />
      ) : (
        <div
          aria-hidden
          className="flex h-36 items-center justify-center border-b border-line bg-sunken text-title font-semibold text-ink-3"
        >
          {initialsOf(source)}
        </div>
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-1.5 p-4">
        <div className="flex items-center gap-2 text-sm text-ink-2">
          <span className="truncate font-medium" title={source}>
            {source}
          </span>
          <span className="shrink-0" title={dateAndTime(publishedAt) ?? undefined}>
            {relativeTime(publishedAt, now)}
          </span>
          {!read && (
            <span className="ml-auto">
              <Chip tone="good" icon={Sparkle}>
                New
              </Chip>
            </span>
          )}
        </div>
        <h3 dir="auto" className="line-clamp-3 font-semibold break-words">
          {title}
        </h3>
        {description && (
          <p dir="auto" className="line-clamp-3 text-ink-2 break-words">
            {description}
          </p>
        )}
        <div className="mt-auto flex items-center gap-1 pt-2">
          <Button small aria-label={`Read ${title}`} onClick={open} className="mr-auto">
            Read
          </Button>
          <IconButton
            icon={saved ? BookmarkCheck : Bookmark}
            label={saved ? 'Remove from saved' : 'Save article'}
            aria-pressed={saved}
            disabled={saving.busy}
            onClick={toggle}
          />
          <IconButton icon={ExternalLink} label="Open in new tab" onClick={open} />
        </div>
        {problem && (
          <p role="status" className="text-sm text-ink-3">
            It could not be marked: {problem.message}
          </p>
        )}
      </div>
    </article>
  )
}
