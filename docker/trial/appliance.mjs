import { createContainer } from './container.mjs'
import { createUser } from './meetings.mjs'

/**
 * The container under trial, and what is done to it. Each step throws when it does not go as it should.
 * @param {import('./engine.mjs').Engine} engine
 * @param {string} image
 */
export function createTrial(engine, image) {
  const container = createContainer(engine, image)
  const user = createUser(container.log)
  return {
    ...container,
    ...user,

    /** @param {string} program */
    async killAndWait(program) {
      await container.killAndWait(program)
      await user.answers()
    },
  }
}
