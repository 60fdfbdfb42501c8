import type Router from '@koa/router'
import * as contract from '#contract/calendar.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { CalendarService } from './service.ts'

const { getCalendar, scheduleMeeting, getMeeting, changeScheduled, cancelMeeting } = contract
const { importCalendar, makeFeed, hasFeed, revokeFeed, readFeed } = contract
const routes = {
  ...{ getCalendar, scheduleMeeting, getMeeting, changeScheduled, cancelMeeting },
  ...{ importCalendar, makeFeed, hasFeed, revokeFeed, readFeed },
}

export function calendarRoutes(router: Router, { calendar }: { calendar: CalendarService }): void {
  mount(router, routes, {
    getCalendar: async ({ query: { from, to }, person }) => ({
      items: await calendar.items(from, to, person.id),
    }),
    scheduleMeeting: ({ body, person }) => calendar.schedule(body, person.id),
    getMeeting: ({ params }) => calendar.get(params.id),
    changeScheduled: ({ params, body }) => calendar.change(params.id, body),
    cancelMeeting: async ({ params }) => {
      await calendar.cancel(params.id)
      return { success: true }
    },
    importCalendar: ({ body, person }) => calendar.import(body.content, person.id),
    makeFeed: async ({ person }) => ({
      path: `/api/calendar/feed/${await calendar.makeFeed(person.id)}.ics`,
    }),
    hasFeed: async ({ person }) => ({ since: await calendar.feedSince(person.id) }),
    revokeFeed: async ({ person }) => {
      await calendar.revokeFeed(person.id)
      return { success: true }
    },
    readFeed: async ({ params, ctx }) => {
      const text = await calendar.feed(params.secret.replace(/\.ics$/, ''))
      ctx.set('Cache-Control', 'no-store')
      ctx.type = 'text/calendar; charset=utf-8'
      ctx.body = text
    },
  } satisfies Handlers<typeof routes>)
}
