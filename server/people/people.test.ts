import { expect, test } from 'vitest'
import { describeDevice } from './device.ts'
import { checkPassphrase, hashPassphrase, refuseWeak } from './passphrase.ts'
import { waitAfter } from './tries.ts'
import { newRecoveryCodes } from './two-factor.ts'

const nobody = { name: 'Ada Lovelace', email: 'ada.lovelace@example.co.uk' }

test.each([
  'password',
  'P4$$w0rd',
  'Password1!',
  'qwertyuiop',
  '12345678',
  'abcdefghij',
  'aaaaaaaaaa',
  'ada.lovelace@example.co.uk',
  'AdaLovelace1',
  'adalovelace',
  'welcome2026',
])('"%s" would be guessed at once', async (passphrase) => {
  await expect(refuseWeak(passphrase, nobody)).rejects.toThrow(/Choose another one/)
})

test.each(['a quiet room with tall windows', 'Zw7!pq0-vK', 'Bücherregal am Fenster', '見知らぬ人の鍵束です'])(
  '"%s" is taken',
  async (passphrase) => {
    await expect(refuseWeak(passphrase, nobody)).resolves.toBeUndefined()
  },
)

test('a passphrase fits its own hash alone, however its letters were composed', async () => {
  const hash = await hashPassphrase('café au lait')
  expect(await checkPassphrase('cafe\u0301 au lait', hash)).toBe(true)
  expect(await checkPassphrase('cafe au lait', hash)).toBe(false)
  expect(await checkPassphrase('', null)).toBe(false)
  expect(await hashPassphrase('café au lait')).not.toBe(hash)
})

test('each wrong try after the free ones waits twice as long, up to the longest', () => {
  const patience = { free: 3, longestMs: 900_000 }
  expect([0, 2, 3, 4, 5, 12, 13, 4000].map((n) => waitAfter(n, patience))).toEqual([
    0, 0, 1000, 2000, 4000, 512_000, 900_000, 900_000,
  ])
})

test('recovery codes are all different', () => {
  const codes = Array.from({ length: 50 }, newRecoveryCodes).flat()
  expect(new Set(codes).size).toBe(500)
  for (const code of codes) expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.5.0', 'curl'],
  ['', 'Unknown device'],
])('%s is shown as %s', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device)
})
