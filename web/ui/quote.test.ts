import { expect, test } from 'vitest'
import { lineOf } from './quote.ts'

const minutes =
  '# June\n\n## 4. Roof\n\n- **Agreed:** Slates for the *Bradford* depot.\n- Nothing\n| Bid | Price |\n- Rene\u0301 and Zoë'

test.each([
  ['Agreed: Slates for the Bradford depot.', 4],
  ['4. Roof.', 2],
  ['Bid, Price', 6],
  ['René and Zoe\u0308', 7],
  ['thing', null],
  ['Slates for the Leeds depot', null],
  ['—', null],
])('words of minutes are found whatever stands between them: %s', (quote, line) => {
  expect(lineOf(quote, minutes)).toBe(line)
})
