import { ChevronRight, CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Finding } from '#contract/system.ts'
import { cx } from '../../ui/cx.ts'
import { toneText } from '../../ui/Chip.tsx'
import { Section } from '../../ui/Section.tsx'

const order: readonly Finding['state'][] = ['problem', 'warning', 'ok']
const looks = {
  problem: { icon: CircleAlert, tone: 'bad', word: 'Problem' },
  warning: { icon: TriangleAlert, tone: 'warn', word: 'Warning' },
  ok: { icon: CircleCheck, tone: 'good', word: 'OK' },
} as const

/** What stands between backticks is a command. */
const withCode = (text: string): ReactNode =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))

/** What keeps something from working comes first, what is in order is folded away. */
export function Attention({ findings }: { findings: readonly Finding[] }) {
  const sorted = [...findings].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  const open = sorted.filter((finding) => finding.state !== 'ok')
  const fine = sorted.filter((finding) => finding.state === 'ok')
  return (
    <Section title="What needs attention">
      {open.length > 0 ? (
        <Findings findings={open} />
      ) : (
        <p className="flex items-center gap-2.5 px-4 py-3">
          <CircleCheck size={16} strokeWidth={1.75} className="shrink-0 text-good" aria-hidden />
          Everything is working
        </p>
      )}
      {fine.length > 0 && (
        <details className="group border-t border-line">
          <summary className="flex min-h-10 items-center gap-2.5 px-4 text-ink-2 hover:text-ink pointer-coarse:min-h-11">
            <ChevronRight
              size={16}
              strokeWidth={1.75}
              className="shrink-0 transition-transform group-open:rotate-90"
              aria-hidden
            />
            {open.length > 0 ? `${fine.length} more OK` : `Checks passed (${fine.length})`}
          </summary>
          <div className="border-t border-line">
            <Findings findings={fine} />
          </div>
        </details>
      )}
    </Section>
  )
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul className="divide-y divide-line">
      {findings.map(({ what, state, found, todo }) => {
        const { icon: Icon, tone, word } = looks[state]
        return (
          <li key={what} className="flex gap-2.5 px-4 py-2.5">
            <Icon
              size={16}
              strokeWidth={1.75}
              className={cx('mt-0.5 shrink-0', toneText[tone])}
              aria-hidden
            />
            <div className="min-w-0 break-words">
              <p>
                <span className="sr-only">{word}: </span>
                <span className="font-medium">{what}</span> <span className="text-ink-2">{found}</span>
              </p>
              {todo && <p>{withCode(todo)}</p>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
