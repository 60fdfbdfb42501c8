import type { CompaniesService } from '../companies/service.ts'
import type { Core, Slice } from '../slice.ts'
import { calendarRoutes } from './routes.ts'
import { deleteFeed, feedOf } from './store.ts'
import { createCalendar, type CalendarService } from './service.ts'

export function createCalendarSlice(core: Core & { companies: CompaniesService }): Slice<CalendarService> {
  const { appRoot, timezone } = core.config
  core.settings.changed.push(async (trx, personId, { googleCalendarSync, outlookCalendarSync }) => {
    if (!googleCalendarSync && !outlookCalendarSync) await deleteFeed(trx, personId)
  })
  const calendar = createCalendar({ ...core, appRoot, timezone })
  return {
    name: 'calendar',
    service: calendar,
    routes: (router) => calendarRoutes(router, { calendar }),
    personalData: {
      name: 'calendar',
      collect: async (handle, personId) => {
        const feed = await feedOf(handle, personId)
        return feed && { subscriptionSince: feed.created_at }
      },
      erase: deleteFeed,
    },
  }
}
