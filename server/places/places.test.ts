import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { place, type Place } from '#contract/places.ts'
import { temporaryFolder } from '../test/files.ts'
import { sampleOf } from '../test/long.ts'
import { appliance } from '../test/cli.ts'
import { startAppliance } from '../test/server.ts'

const ask = (url: string, query: string): Promise<Response> =>
  fetch(`${url}/api/places/search?query=${encodeURIComponent(query)}&t=1`)
const search = async (url: string, query: string): Promise<Place[]> =>
  z.array(place).parse(await (await ask(url, query)).json())
const names = async (url: string, query: string): Promise<string[]> =>
  (await search(url, query)).map(({ name }) => name)

type Line = {
  id: number
  name: string
  country?: string
  admin?: string
  population?: number
  other?: string
}

/** Lines as in GeoNames' GB.txt. */
async function list(name: string, lines: Line[]): Promise<string> {
  const file = join(await temporaryFolder(), name)
  const text = lines.map(({ id, name: place, country = 'GB', admin = 'ENG', population = 0, other = '' }) =>
    [id, place, place, other, 51.5, -0.1, 'P', 'PPL', country, '', admin, '', '', '', population, '', 20]
      .concat('Europe/London', '2024-01-01')
      .join('\t'),
  )
  await writeFile(file, `${text.join('\n')}\n`)
  return file
}

const british: Line[] = [
  { id: 1, name: 'Londonderry', admin: 'NIR', population: 83_652 },
  { id: 2, name: 'London', population: 8_961_989, other: 'Londres,Llundain' },
  { id: 3, name: 'Little London', population: 0 },
  { id: 4, name: 'Zürich', country: 'CH', admin: '25', population: 341_730 },
  { id: 5, name: "King's Cross", population: 0 },
  { id: 6, name: 'London', country: 'CA', admin: '08', population: 346_765 },
]

test('nothing loaded: places used before are found, whatever is typed stays here', async () => {
  const { url, services } = await startAppliance()
  expect(await search(url, '   ')).toEqual([])
  expect(await search(url, 'board room')).toEqual([])
  const room = { name: 'Board Room', address: '1 Fleet Street, London', placeId: null }
  await services.places.remember(services.db.write, room)
  await services.places.remember(services.db.write, { name: 'Board Annexe', address: null, placeId: 'x:1' })
  await services.places.remember(services.db.write, room)
  expect(await names(url, 'board')).toEqual(['Board Room', 'Board Annexe'])
  expect(await search(url, 'FLEET boa')).toMatchObject([{ formatted_address: '1 Fleet Street, London' }])
  expect(await search(url, 'x" OR * --')).toEqual([])
})

test('where a meeting was held is offered for the next one', async () => {
  const { url, services } = await startAppliance()
  const { id } = await services.recordings.create({
    title: 'AGM',
    personId: 1,
    source: 'uploaded_transcript',
    heldAt: null,
  })
  const location = { type: 'physical', name: 'Guildhall', address: 'Gresham Street, London', placeId: 'n:7' }
  const saved = await fetch(`${url}/api/recordings/${id}/meeting-info`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ attendees: [], location }),
  })
  expect(saved.status).toBe(200)
  expect(await search(url, 'guild')).toEqual([
    { name: 'Guildhall', formatted_address: 'Gresham Street, London', place_id: 'n:7' },
  ])
})

test('a place keeps its name, whatever somebody else calls it', async () => {
  const { url, services } = await startAppliance()
  const { write } = services.db
  await services.places.remember(write, { name: 'Alpha House', address: 'Mill Lane', placeId: 'osm:N7' })
  await services.places.remember(write, { name: 'Zebra Cave', address: 'Nowhere', placeId: 'osm:N7' })
  expect(await names(url, 'alpha')).toEqual(['Alpha House'])
})

test('a GeoNames list is loaded, searched by any word and its beginning, and replaced as a whole', async () => {
  const { url, services } = await startAppliance()
  const seen: number[] = []
  const loaded = await services.places.load(await list('GB.txt', british), (_, part) => seen.push(part))
  expect(loaded).toEqual({ file: 'GB.txt', places: 6 })
  expect(seen.at(-1)).toBe(1)
  expect(await search(url, 'lond')).toEqual([
    { name: 'London', formatted_address: 'London, England, United Kingdom', place_id: 'geonames:2' },
    { name: 'London', formatted_address: 'London, Canada', place_id: 'geonames:6' },
    {
      name: 'Londonderry',
      formatted_address: 'Londonderry, Northern Ireland, United Kingdom',
      place_id: 'geonames:1',
    },
    {
      name: 'Little London',
      formatted_address: 'Little London, England, United Kingdom',
      place_id: 'geonames:3',
    },
  ])
  expect(await names(url, 'london')).toEqual(['London', 'London', 'Londonderry', 'Little London'])
  expect(await names(url, 'zurich')).toEqual(['Zürich'])
  expect(await names(url, 'kings cr')).toEqual(["King's Cross"])
  expect(await names(url, 'llundain')).toEqual(['London'])
  await services.places.remember(services.db.write, { name: 'London', placeId: 'geonames:6' })
  expect((await search(url, 'london')).map((p) => p.place_id)).toEqual([
    ...['geonames:6', 'geonames:2', 'geonames:1', 'geonames:3'],
  ])
  await services.places.load(await list('GB.txt', [{ id: 9, name: 'Leeds' }]), () => undefined)
  expect(await names(url, 'londonderry')).toEqual([])
  expect(await names(url, 'leeds')).toEqual(['Leeds'])
  expect(await services.places.status()).toMatchObject([{ file: 'GB.txt', places: 1 }])
  const rows = await services.db.read('gazetteer_words').count({ n: '*' }).first()
  expect(rows).toEqual({ n: 1 })
})

test('many places, and at most ten answers, the biggest first', async () => {
  const { url, services } = await startAppliance()
  const many = Array.from({ length: 4000 }, (_, i) => ({ id: i + 1, name: `Newton ${i}`, population: i }))
  await services.places.load(
    await list('many.txt', [...many, { id: 5000, name: 'Newton Abbot', population: 24_029 }]),
    () => undefined,
  )
  expect(await services.places.status()).toMatchObject([{ places: 4001 }])
  const found = await names(url, 'newt')
  expect(found).toHaveLength(10)
  expect(found[0]).toBe('Newton Abbot') // though it stands last in the file
})

test('postal codes are found with and without their space', async () => {
  const { url, services } = await startAppliance()
  const file = join(await temporaryFolder(), 'GB_full.txt')
  const line = [
    'GB',
    'SW1A 1AA',
    'Westminster',
    'England',
    'ENG',
    'Greater London',
    '11609024',
    '',
    '',
    '51.5',
    '-0.1',
    '6',
  ]
  await writeFile(file, line.join('\t'))
  await services.places.load(file, () => undefined)
  for (const query of ['SW1A 1AA', 'sw1a1aa', 'westm'])
    expect(await search(url, query)).toMatchObject([
      {
        name: 'SW1A 1AA, Westminster',
        formatted_address: 'Westminster, Greater London, England, SW1A 1AA, United Kingdom',
      },
    ])
})

test('what is no list is refused, and what was there stays', async () => {
  const { url, services } = await startAppliance()
  await services.places.load(await list('GB.txt', british), () => undefined)
  const file = join(await temporaryFolder(), 'GB.txt')
  for (const text of ['a\tb\n', 'PK\u0003\u0004 zip', '', `${'x\t'.repeat(18)}\n`]) {
    await writeFile(file, text)
    await expect(services.places.load(file, () => undefined)).rejects.toMatchObject({ code: 'invalid_input' })
  }
  expect((await names(url, 'london'))[0]).toBe('London')
  expect(await services.places.status()).toHaveLength(1)
})

/** A geocoder of the company's own. */
async function geocoder(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('Photon is asked when it is set up, and its answers come last', async () => {
  const asked: string[] = []
  const GEO = await geocoder((request, response) => {
    asked.push(request.url ?? '')
    const properties = {
      osm_type: 'W',
      osm_id: 42,
      name: 'Guildhall',
      street: 'Gresham Street',
      housenumber: '71',
      city: 'London',
      country: 'United Kingdom',
    }
    response.end(JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties }] }))
  })
  const { url, services } = await startAppliance({
    env: { APPLIANCE_GEOCODER_URL: `${GEO}/photon`, APPLIANCE_OFFLINE: '1' },
  })
  await services.places.remember(services.db.write, { name: 'Guildhall Yard' })
  expect(await search(url, ' guildhall & co')).toEqual([
    {
      name: 'Guildhall',
      formatted_address: 'Guildhall, 71 Gresham Street, London, United Kingdom',
      place_id: 'osm:W42',
    },
  ])
  expect(asked).toEqual(['/photon/api?q=guildhall+%26+co&limit=10'])
  expect(await names(url, 'guildhall')).toEqual(['Guildhall Yard', 'Guildhall'])
})

test('Nominatim is understood too', async () => {
  const GEO = await geocoder((request, response) => {
    const display_name = 'Guildhall, Gresham Street, London'
    const found = { place_id: 7, osm_type: 'way', osm_id: 42, name: 'Guildhall', display_name }
    response.end(JSON.stringify(request.url?.startsWith('/search?') ? [found, found] : []))
  })
  const { url } = await startAppliance({
    env: { APPLIANCE_GEOCODER_URL: GEO, APPLIANCE_GEOCODER: 'nominatim' },
  })
  expect(await search(url, 'guildhall')).toEqual([
    { name: 'Guildhall', formatted_address: 'Guildhall, Gresham Street, London', place_id: 'osm:W42' },
  ])
})

const troubles = sampleOf<[string, RequestListener]>([
  ['stalls', () => undefined],
  ['fails', (_, response) => void response.writeHead(500).end()],
  ['answers nonsense', (_, response) => void response.end('<html>')],
  [
    'sends us elsewhere',
    (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  ],
  ['never ends', (_, response) => void response.end('['.repeat(3_000_000))],
])
test.each(troubles)('a geocoder that %s takes nothing away from what is known here', async (_, answer) => {
  const { url, services } = await startAppliance({ env: { APPLIANCE_GEOCODER_URL: await geocoder(answer) } })
  await services.places.remember(services.db.write, { name: 'Guildhall Yard' })
  const before = Date.now()
  expect(await names(url, 'guildhall')).toEqual(['Guildhall Yard'])
  expect(Date.now() - before).toBeLessThan(4000)
  const none = await ask(url, 'nowhere')
  expect([none.status, errorBody.parse(await none.json()).code]).toEqual([502, 'places_failed'])
})

test('the command loads, tells and clears beside a running appliance', async () => {
  const dataDir = await temporaryFolder()
  const { url } = await startAppliance({ dataDir })
  const loaded = await appliance(['places', 'load', await list('GB.txt', british)], dataDir)
  expect(loaded.stdout).toBe('6 places of GB.txt are loaded.\n')
  expect((await names(url, 'london'))[0]).toBe('London')
  expect((await appliance(['places', 'status'], dataDir)).stdout).toMatch(/^GB\.txt {2}6 places/)
  await appliance(['places', 'clear', '--yes'], dataDir)
  expect(await names(url, 'london')).toEqual([])
})
