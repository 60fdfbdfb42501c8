import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What a page has against WCAG 2.1 AA, a line each. */
export async function problems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
    .analyze()
  return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`)
}

export async function expectNoSidewaysScrolling(page: Page, what: string): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  // What floats finds its place a moment after the window has another size.
  await expect.poll(overflow, { message: `${what} scrolls sideways`, timeout: 3000 }).toBeLessThanOrEqual(0)
}
