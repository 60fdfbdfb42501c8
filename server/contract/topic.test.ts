import { expect, test } from 'vitest'
import { route } from './route.ts'
import { stalePaths, topic } from './topic.ts'

const list = route({ method: 'GET', path: '/api/documents', access: 'person' })
const pages = route({ method: 'GET', path: '/api/documents/:id/pages', access: 'person' })
const page = route({ method: 'GET', path: '/api/documents/:id/pages/:number', access: 'person' })

test('a change makes stale what its topic names, of its subject where that is known', () => {
  const changed = topic('documents', [list, pages, page])
  expect(stalePaths(changed, 7)).toEqual(['/api/documents', '/api/documents/7/pages'])
  expect(stalePaths(changed, null)).toEqual(['/api/documents'])
  expect(stalePaths(topic('documents', [pages]), 7)).toEqual(['/api/documents/7/pages'])
})

test('of a personal topic the subject is the person, and stands in no address', () => {
  expect(stalePaths(topic('profile', [pages], { personal: true }), 7)).toEqual(['/api/documents'])
})
