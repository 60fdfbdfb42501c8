import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rss } from '../server/test/feeds.ts'
import { temporaryFolder } from '../server/test/files.ts'
import { appliance } from '../server/test/cli.ts'

test('companies, organisations, feeds and personal data at the command line', async () => {
  const dataDir = await temporaryFolder()
  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await appliance(args, dataDir)
    expect([args.join(' '), code, stderr]).toEqual([args.join(' '), 0, ''])
    return stdout
  }
  const fails = async (...args: string[]): Promise<string> => {
    const { code, stderr } = await appliance(args, dataDir)
    expect(code).toBe(1)
    return stderr
  }

  const fields = ['--reference', '03-31', '--last-accounts', '2098-03-31', '--terms', 'ferry, shipping']
  expect(await run('companies', 'add', 'Harwich Ferries Ltd', '--number', '1234567', ...fields)).toContain(
    '1  Harwich Ferries Ltd (01234567), private',
  )
  expect(await run('companies', 'officers', 'add', '1', 'Ada Chair', '--appointed', '2024-04-06')).toContain(
    'officer 1, director: Ada Chair',
  )
  expect(await run('companies', 'deadlines')).toMatch(/2099-12-31 +Harwich Ferries Ltd +Annual accounts/)
  expect(await fails('companies', 'edit', '1', '--incorporated', '31 May')).toContain('incorporatedOn')
  expect(await fails('companies', 'show', '7')).toContain('There is no such company')

  expect(await run('organisations', 'add', 'Harbour Trust')).toBe('1  Harbour Trust\n')
  expect(await run('organisations', 'list')).toContain('Harbour Trust')

  const file = join(await temporaryFolder(), 'port.xml')
  await writeFile(file, rss('Port Gazette', [{ title: 'A new ferry', link: 'https://gazette.example/a' }]))
  expect(await run('feeds', 'take', '1', file)).toBe('1 new article.\n')
  expect(await fails('feeds', 'add', '1', 'http://10.0.0.1/feed')).toContain('APPLIANCE_FEED_HOSTS')
  expect(await run('feeds', 'list', '1')).toMatch(/1 +industry +Port Gazette +from a file +1 article/)
  expect(await run('feeds', 'export', '1')).toContain('<opml')

  const gone = await fails('feeds', 'import', '1', '/nowhere.opml')
  expect(gone).toBe('/nowhere.opml: there is no such file or folder.\n')

  const zip = join(await temporaryFolder(), 'me.zip')
  expect((await run('users', 'export', '1', zip)).trim()).toBe(zip)
  expect((await stat(zip)).mode & 0o077).toBe(0)
  expect((await readFile(zip)).includes('account.json')).toBe(true)
  expect((await appliance(['users', 'erase', '1'], dataDir)).code).toBe(2)
  expect(await run('users', 'erase', '1', '--yes')).toContain('person 1 is erased')
  expect(await run('companies', 'remove', '1', '--yes')).toContain('deleted')
})
