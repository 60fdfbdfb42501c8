import { expect, test } from 'vitest'
import { parseInline, parseMarkdown } from './markdown.ts'

test('headings, lists, paragraphs and a rule, each line with its number', () => {
  const blocks = parseMarkdown('# Minutes\n\nOne\ntwo\n\n- a\n- **b**\n\n3. c\n4. d\n\n---\n## End')
  expect(
    blocks.map((block) => [block.kind, ...('lines' in block ? block.lines : []).map(({ line }) => line)]),
  ).toEqual([
    ['heading', 0],
    ['paragraph', 2, 3],
    ['bullets', 5, 6],
    ['numbers', 8, 9],
    ['rule'],
    ['heading', 12],
  ])
})

test('what looks like a link, a picture or HTML is text', () => {
  for (const text of ['<img src=x onerror=alert(1)>', '[a](javascript:alert(1))', '![a](http://b/c.png)'])
    expect(parseInline(text)).toEqual([{ text, bold: false, italic: false }])
})

test('marks that are escaped, unclosed or within a word are characters', () => {
  for (const [text, shown] of [
    ['\\*\\*not bold\\*\\*', '**not bold**'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['snake_case_name', 'snake_case_name'],
    ['**never closed', '**never closed'],
  ] as const)
    expect(parseInline(text)).toEqual([{ text: shown, bold: false, italic: false }])
  expect(parseInline('**Action:** Tom *now*')).toEqual([
    { text: 'Action:', bold: true, italic: false },
    { text: ' Tom ', bold: false, italic: false },
    { text: 'now', bold: false, italic: true },
  ])
})

test('a table; what only looks like one is text', () => {
  const text = (lines: readonly { words: { text: string }[] }[]) =>
    lines.map(({ words }) => words.map((one) => one.text).join(''))
  const [table, after] = parseMarkdown(
    '| Bid | Price |\n|:--|--:|\n| **Swift** | 91,000 |\n| a \\| b\n| 1 | 2 | 3 |\n\nThe end',
  )
  expect(table).toMatchObject({ kind: 'table', align: ['left', 'right'] })
  if (table?.kind !== 'table') throw new Error('no table')
  expect(text(table.header)).toEqual(['Bid', 'Price'])
  expect(table.rows.map(text)).toEqual([
    ['Swift', '91,000'],
    ['a | b', ''],
    ['1', '2'],
  ])
  expect(table.rows.map(([cell]) => cell?.line)).toEqual([2, 3, 4])
  expect(after?.kind).toBe('paragraph')
  for (const plain of ['a | b\nc | d', '| a | b |\n|---|', 'a\n---|---'])
    expect(parseMarkdown(plain).map(({ kind }) => kind)).not.toContain('table')
})
