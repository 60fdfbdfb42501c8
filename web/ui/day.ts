/** "2026-04-03", in the appliance's time zone. */
export function dayOf(iso: string): string {
  const timeZone = document.documentElement.dataset.timezone
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? '' : new Intl.DateTimeFormat('sv-SE', { timeZone }).format(date)
}

/** The chosen day at the time that was known; at noon where none was, which is that day in every office. */
export function momentOf(day: string, before: string | null): string {
  return before && dayOf(before) === day
    ? new Date(before).toISOString()
    : new Date(`${day}T12:00`).toISOString()
}
