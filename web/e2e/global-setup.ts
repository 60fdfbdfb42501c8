import { buildHost } from './host.ts'

/** What Playwright runs before the first test. */
export default buildHost
