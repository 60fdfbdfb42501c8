import type { CompaniesService } from '../companies/service.ts'
import type { Core, Slice } from '../slice.ts'
import { calendarRoutes } from './routes.ts'
import { createCalendar, type CalendarService } from './service.ts'

export function createCalendarSlice(core: Core & { companies: CompaniesService }): Slice<CalendarService> {
  const { appRoot, timezone } = core.config
  const calendar = createCalendar({ ...core, appRoot, timezone })
  return { name: 'calendar', service: calendar, routes: (router) => calendarRoutes(router, { calendar }) }
}
