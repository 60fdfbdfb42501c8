import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { AppError } from '../errors.ts'
import type { GazetteerRow } from './store.ts'
import { fold } from './compared-words.ts'

const countries = new Intl.DisplayNames(['en-GB'], { type: 'region' })
const nations: Record<string, string> = {
  'GB.ENG': 'England',
  'GB.SCT': 'Scotland',
  'GB.WLS': 'Wales',
  'GB.NIR': 'Northern Ireland',
}

function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code
}

const address = (parts: (string | undefined)[]): string =>
  [...new Set(parts.map((part) => part?.trim()).filter(Boolean))].join(', ')

/** A line of the main lists (GB.txt, cities500.txt): 19 columns. */
function readPlace(columns: string[]): GazetteerRow | null {
  const [id = '', name = '', asciiName = '', other = ''] = columns
  const [country = '', first = '', population = '0'] = [columns[8], columns[10], columns[14]]
  if (!/^\d+$/.test(id) || name.trim() === '') return null
  // Codes of letters are read by people ("IL"); numbers are not.
  const region = nations[`${country}.${first}`] ?? (/^[A-Z]{2,3}$/.test(first) ? first : '')
  const full = address([name, region, countryName(country)])
  return {
    place_id: `geonames:${id}`,
    name: name.trim(),
    address: full,
    population: Number(population) || 0,
    words: fold(`${full} ${asciiName} ${other.split(',').slice(0, 10).join(' ')}`),
  }
}

/** A line of the lists of postal codes (GB_full.txt): 12 columns. */
function readPostcode(columns: string[]): GazetteerRow | null {
  const [country = '', code = '', name = '', first = '', , second = '', , third = ''] = columns
  if (code.trim() === '' || name.trim() === '') return null
  const joined = code.replace(/\s/g, '')
  const full = address([name, third, second, first, code, countryName(country)])
  return {
    place_id: `postcode:${country}:${joined}:${fold(name)}`,
    name: `${code.trim()}, ${name.trim()}`,
    address: full,
    population: 0,
    words: fold(`${full} ${joined}`),
  }
}

/**
 * The places of a GeoNames list, line by line.
 * @param onBytes how far it has been read
 * @throws AppError invalid_input when it is no such list
 */
export async function* readGeoNames(
  file: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<GazetteerRow> {
  const stream = createReadStream(file)
  let bytes = 0
  stream.on('data', (data) => (bytes += data.length))
  const lines = createInterface({ input: stream, crlfDelay: Infinity })
  let read: ((columns: string[]) => GazetteerRow | null) | null = null
  let count = 0
  for await (const line of lines) {
    if (line.trim() === '') continue
    const columns = line.split('\t')
    read ??= columns.length === 19 ? readPlace : columns.length === 12 ? readPostcode : null
    if (!read)
      throw new AppError(
        'invalid_input',
        line.startsWith('PK')
          ? 'This is a zip archive: unpack it, and load the .txt file in it.'
          : 'This is not a GeoNames list: its lines have 19 columns, those of postal codes 12, separated by tabs.',
      )
    const place = read(columns)
    if (place) yield place
    if (++count % 1000 === 0) onBytes(bytes)
  }
  onBytes(bytes)
}
