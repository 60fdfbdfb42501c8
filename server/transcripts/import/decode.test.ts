import { expect, test } from 'vitest'
import { decodeText } from './decode.ts'

/** The bytes of a text in an eight-bit alphabet. */
function bytesIn(encoding: string, text: string): Uint8Array {
  const decoder = new TextDecoder(encoding)
  const codes = new Map(Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]))
  return Uint8Array.from(text, (letter) => codes.get(letter)!)
}

test.each([
  ['windows-1251', '[00:00:01] Анна Петрова: Доброе утро, коллеги. Начнём собрание.'],
  ['windows-1251', 'Иван: Да, согласен.'],
  ['windows-1251', 'Жж Зз Кк Лл Чч Щщ Ыы Юю Яя'],
  ['windows-1255', '[00:00:01] דנה כהן: בוקר טוב לכולם. נתחיל את הישיבה.'],
  ['windows-1255', 'אבג דהוז חטיכ ל'],
  ['windows-1252', 'Herr Müller: Über die Größe müssen wir später sprechen.'],
  ['windows-1252', 'Renée: Très bien, à demain. Le café est là.'],
])('%s is read as what it says: %s', (encoding, text) => {
  expect(decodeText(bytesIn(encoding, text))).toBe(text)
})

test('the quotation marks and dashes of windows-1252', () => {
  const bytes = Uint8Array.from(
    'Siobh\u00e1n said \u0093yes\u0094 \u0096 \u00a340,000 was agreed.',
    (letter) => letter.charCodeAt(0),
  )
  expect(decodeText(bytes)).toBe('Siobhán said “yes” – £40,000 was agreed.')
})
