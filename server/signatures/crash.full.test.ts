import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openDb } from '../db/open.ts'
import { dataPaths } from '../files/paths.ts'
import { isAlive } from '../processes/alive.ts'
import { send, until } from '../test/client.ts'
import { downloaded, newDrawing, pdfOf, pdfsig, uploadPdf } from '../test/documents.ts'
import { filesBelow, temporaryFolder } from '../test/files.ts'
import { childOf, startServerProcess } from '../test/process.ts'
import { startTsa } from '../test/tsa.ts'

/** Ends the server as a power cut does. */
type Kill = () => Promise<void>

test('kill -9 while a signature is drawn, sealed or recorded leaves the unsigned document, and after that the signed one', async () => {
  const dataDir = await temporaryFolder()
  const paths = dataPaths(dataDir)
  const tsa = await startTsa()
  const start = () => startServerProcess(dataDir, { APPLIANCE_TIMESTAMP_URL: tsa.url })
  let server = await start()
  const kill: Kill = async () => {
    server.child.kill('SIGKILL')
    await server.ended
  }
  const original = await pdfOf(['The rent is 1,200 pounds a month.'])
  const { id } = await uploadPdf(server.url, original)
  const signatureId = await newDrawing(server.url)
  const sign = () =>
    send(server.url, 'POST', `/api/documents/${id}/sign`, { signatureId, signedBy: 'Ada Chair' })
  const document = async () =>
    (await send(server.url, 'GET', `/api/documents/${id}?fileData=false`)).body.document
  const broken = async (): Promise<void> => {
    await expect(sign()).rejects.toThrow()
  }

  const steps: Record<string, () => Promise<void>> = {
    async drawing() {
      const signing = broken()
      // The program that draws is stopped in the midst of its work, whatever the machine's speed.
      const program = await childOf(server.child.pid!, /server\/pdf\.js/)
      process.kill(program, 'SIGSTOP')
      await kill()
      if (isAlive(program)) process.kill(program, 'SIGKILL')
      await signing
    },
    async sealing() {
      tsa.behave('hangs')
      const asked = tsa.asked()
      const signing = broken()
      await until(
        () => Promise.resolve(tsa.asked()),
        (count) => count > asked,
        10,
      )
      await kill()
      await signing
      tsa.behave('grants')
    },
    async recording() {
      // Somebody else writes: the sealed file is there, and its row has to wait.
      const other = await openDb(paths.database)
      const held = await other.write.transaction()
      await held('document').where({ id: 0 }).update({ name: '' })
      const signing = broken()
      await until(
        () => readdir(paths.documents),
        (files) => files.length > 1,
        10,
      )
      await kill()
      await signing
      await held.rollback()
      await other.close()
    },
  }
  for (const [step, breakOff] of Object.entries(steps)) {
    await breakOff()
    server = await start()
    expect(await document(), step).toMatchObject({ signatureId: null, signatures: [], pages: 1 })
    expect((await downloaded(server.url, id)).equals(original), step).toBe(true)
    expect(await readdir(paths.documents), step).toHaveLength(1)
    expect(await filesBelow(paths.uploads), step).toEqual([])
  }

  expect((await sign()).status).toBe(200)
  await kill()
  server = await start()
  expect(await document()).toMatchObject({ signatureId, signedBy: 'Ada Chair' })
  expect((await pdfsig(await downloaded(server.url, id))).states).toEqual(['Signature is Valid'])
  expect(await readdir(paths.documents)).toHaveLength(2)
  expect(await sign()).toMatchObject({ status: 409, body: { code: 'already_signed' } })
  expect((await send(server.url, 'POST', '/api/audit/verify')).body).toMatchObject({ intact: true })
}, 120_000)
