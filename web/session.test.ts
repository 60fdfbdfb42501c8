import { describe, expect, it } from 'vitest'
import { nextFrom } from './session.ts'

const origin = 'https://minutes.example'

describe('nextFrom', () => {
  it.each([
    ['', '/'],
    ['?next=', '/'],
    ['?next=%2F', '/'],
    ['?next=%2Frecordings%2F7%3Ft%3D12%23words', '/recordings/7?t=12#words'],
    ['?next=history', '/'],
    ['?next=%2F%2Felsewhere.example', '/'],
    ['?next=%2F%5Celsewhere.example', '/'],
    ['?next=%2Fa%5C..%5C..%5C%5Celsewhere.example', '/'],
    ['?next=%2F%09%2Felsewhere.example', '/'],
    ['?next=%0A%2F%2Felsewhere.example', '/'],
    ['?next=%2F..%2F%2Felsewhere.example', '/'],
    ['?next=%2F.%2F%2Felsewhere.example', '/'],
    ['?next=https%3A%2F%2Felsewhere.example%2F', '/'],
    ['?next=javascript%3Aalert(1)', '/'],
    ['?next=%2Fsign-in%3Fnext%3D%2F', '/'],
    ['?next=%2Fhistory&next=%2F%2Felsewhere.example', '/history'],
  ])('%s leads to %s', (search, path) => {
    expect(nextFrom(search, origin)).toBe(path)
  })
})
