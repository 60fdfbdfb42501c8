import { getSchema } from '@tiptap/core'
import { expect, test } from 'vitest'
import { documentOf, writerFor } from './document.ts'
import { extensions } from './extensions.ts'

const minutes = `# Board meeting
**Date:** 3 April 2026
Present: Sarah Chen, Tom Okoro

## 1. The lease

- **Resolved:** that the lease is renewed. *Vote: 3 for, 1 against.*
- Tom Okoro said \\[sic\\] that 2 \\* 3 is 6.

3) first of three
4) second

| Who | What | By |
|:---|:-:|---:|
| Tom | Two quotes | **Friday** |

***
The end _of it_, snake_case and all.`

test('what is not touched is written as it was, and the editor takes all of it', () => {
  const doc = documentOf(minutes)
  expect(() => getSchema(extensions).nodeFromJSON(doc).check()).not.toThrow()
  const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '')
  expect(lines(writerFor(minutes)(doc))).toEqual(lines(minutes))
})

test('what is changed is written anew, and its neighbours are as they were', () => {
  const doc = documentOf('* one\n* two')
  doc.content![0]!.content![1]!.content![0]!.content = [
    { type: 'text', text: 'two ' },
    { type: 'text', text: 'bold words ', marks: [{ type: 'bold' }] },
    { type: 'text', text: 'and * a star' },
  ]
  doc.content!.push({ type: 'paragraph', content: [{ type: 'text', text: '# no heading' }] })
  doc.content!.push({ type: 'paragraph', content: [{ type: 'text', text: '12. March was cold.' }] })
  doc.content!.push({ type: 'paragraph' })
  const after = writerFor('* one\n* two')(doc)
  expect(after).toBe('* one\n- two **bold words** and \\* a star\n\n\\# no heading\n\n12\\. March was cold.')
  // And read again it is the same document.
  const again = documentOf(after)
  expect(again.content?.map(({ type }) => type)).toEqual(['bulletList', 'paragraph', 'paragraph'])
  expect(JSON.stringify(again)).toContain('12. March was cold.')
})
