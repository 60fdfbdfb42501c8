import { expect, it } from 'vitest'
import { allowingSteps, browserOf, systemSteps } from './browser-help.ts'

const agents = {
  chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  safari:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
}

it('knows the browser by what it says of itself', () => {
  const found = Object.values(agents).map(browserOf)
  expect(found).toEqual(['chromium', 'chromium', 'firefox', 'safari', 'ios'])
  expect(allowingSteps(agents.firefox)).toContain('remove the block')
  expect(systemSteps(agents.safari)).toContain('System Settings')
  expect(systemSteps(agents.chrome)).toContain('Windows Settings')
  expect(systemSteps(agents.firefox)).toBeNull()
})
