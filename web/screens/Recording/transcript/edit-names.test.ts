import { expect, test } from 'vitest'
import { namingOf } from './edit-names.ts'

const content = [
  '[00:00:01] [Speaker 1] Good morning, [Speaker 2] is late.',
  '[00:00:05] [Speaker 10] Yes.',
  '[00:00:07] [Speaker 2] No.',
  '[00:00:09] Nobody.',
].join('\n')

test('names stand in the place of labels, and go back to them', () => {
  const { shown, kept } = namingOf({ 'Speaker 1': 'Olivia', 'Speaker 2': 'Ann [remote]' }, content)
  const text = shown(content)
  expect(text.split('\n')).toEqual([
    '[00:00:01] [Olivia] Good morning, [Speaker 2] is late.',
    '[00:00:05] [Speaker 10] Yes.',
    '[00:00:07] [Ann [remote]] No.',
    '[00:00:09] Nobody.',
  ])
  expect(kept(text)).toBe(content)
  expect(kept('[00:00:09] [Olivia] More.\n[Olivia] or more')).toBe(
    '[00:00:09] [Speaker 1] More.\n[Speaker 1] or more',
  )
})

test('what cannot be told back is shown as it is', () => {
  const same = namingOf({ 'Speaker 1': 'Jane', 'Speaker 2': 'Jane' }, content)
  expect(same.shown(content)).toBe(content)
  const literal = namingOf({ 'Speaker 1': 'Olivia' }, `${content}\n[00:00:10] [Olivia] is said.`)
  expect(literal.shown(content)).toBe(content)
})
