import type { CalendarItem } from '#contract/calendar.ts'
import type { SoonMeeting } from '../meetings/service.ts'

/** What reminders say. */

const kinds: Record<CalendarItem['kind'], string> = {
  meeting: 'Meetings',
  action: 'Actions due',
  signature: 'Documents to sign',
  deadline: 'Filing deadlines',
}

const footer = (origin: string): string =>
  `\n\n-- \nMeeting Appliance, ${origin}\nWhich emails you get is chosen there under Settings.\n`

export function timeIn(timezone: string, at: string): string {
  const time = { hour: '2-digit', minute: '2-digit', timeZone: timezone } as const
  return new Intl.DateTimeFormat('en-GB', time).format(new Date(at))
}

export function meetingMail(
  meeting: SoonMeeting,
  { origin, timezone }: { origin: string; timezone: string },
) {
  const { title, startsAt, place, url, agenda } = meeting
  const time = timeIn(timezone, startsAt)
  return {
    subject: `Reminder: ${title} at ${time}`,
    text: [
      `${title} begins at ${time}.`,
      ...(place ? [`Where: ${place}`] : []),
      ...(url ? [`Join: ${url}`] : []),
      ...(agenda ? ['', 'Agenda:', agenda] : []),
      '',
      `Record it: ${origin}/record?meeting=${meeting.id}&title=${encodeURIComponent(title)}`,
      footer(origin),
    ].join('\n'),
  }
}

/** @param only the kinds that are told */
export function dayMail(
  items: readonly CalendarItem[],
  {
    origin,
    timezone,
    day,
    subject,
    only,
  }: {
    origin: string
    timezone: string
    day: string
    subject: string
    only: readonly CalendarItem['kind'][]
  },
): { subject: string; text: string } | null {
  const parts = only.flatMap((kind) => {
    const own = items.filter((item) => item.kind === kind)
    if (own.length === 0) return []
    const lines = own.map(({ title, at, detail }) =>
      ['-', at && timeIn(timezone, at), detail ? `${title} (${detail})` : title].filter(Boolean).join(' '),
    )
    return [[kinds[kind], ...lines].join('\n')]
  })
  if (parts.length === 0) return null
  const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day))
  return { subject: `${subject}: ${words}`, text: `${parts.join('\n\n')}${footer(origin)}` }
}

export function minutesMail(title: string, approved: boolean, by: string): { subject: string; text: string } {
  return {
    subject: approved ? `Minutes: ${title}` : `Draft minutes: ${title}`,
    text: approved
      ? `The approved minutes of ${title} are attached.\n\nSent by ${by}.\n`
      : `The draft minutes of ${title} are attached. They have not been approved yet: please say what should be corrected.\n\nSent by ${by}.\n`,
  }
}
