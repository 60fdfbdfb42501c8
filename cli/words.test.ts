import { expect, test } from 'vitest'
import { temporaryFolder } from '../server/test/files.ts'
import { appliance } from '../server/test/cli.ts'

test('words are added, listed and removed', async () => {
  const dataDir = await temporaryFolder()
  expect((await appliance(['words', 'list'], dataDir)).stdout).toBe('There are no words yet.\n')
  const added = await appliance(['words', 'add', 'Ffestiniog', 'Kestrel  House'], dataDir)
  expect(added).toMatchObject({ code: 0, stdout: 'Expected from now on: Ffestiniog, Kestrel House.\n' })
  await appliance(['words', 'add', '--person', '1', 'Okoro'], dataDir)

  const everybody = JSON.parse((await appliance(['--json', 'words', 'list'], dataDir)).stdout) as unknown
  expect(everybody).toMatchObject([
    { text: 'Ffestiniog', everybody: true },
    { text: 'Kestrel House', everybody: true },
  ])
  const theirs = await appliance(['words', 'list', '--person', '1'], dataDir)
  expect(theirs.stdout).toMatch(/Okoro +their own/)

  expect((await appliance(['words', 'add', 'x'], dataDir)).code).toBe(2)
  // Somebody's own word is not removed as everybody's.
  const missed = await appliance(['words', 'remove', 'Okoro'], dataDir)
  expect(missed).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"Okoro" is not among the words.'),
  })
  expect((await appliance(['words', 'remove', 'kestrel house'], dataDir)).stdout).toBe(
    'Kestrel House has been removed.\n',
  )
  expect((await appliance(['words', 'list'], dataDir)).stdout).not.toContain('Kestrel')
})
