import useSWR from 'swr'
import { listReminders, minutesRecipients } from '#contract/reminders.ts'
import { pathFor } from '#contract/route.ts'
import { call } from '../api.ts'

const lookEvery = 60_000

/** The meetings that begin within the hour. */
export const useReminders = () =>
  useSWR(listReminders.path, () => call(listReminders), { refreshInterval: lookEvery })

export const useMinutesRecipients = (id: number) =>
  useSWR(pathFor(minutesRecipients.path, { id }), () => call(minutesRecipients, { params: { id } }))
