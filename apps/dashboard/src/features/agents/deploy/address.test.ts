import { expect, test } from 'vitest'
import { readAddress } from './address.ts'

test.each([
  ['shop.example', 'https://shop.example/'],
  [' http://shop.example/lamps?x=1 ', 'http://shop.example/lamps?x=1'],
  ['shop.example:8443/a', 'https://shop.example:8443/a'],
  ['http://127.0.0.1:5173', 'http://127.0.0.1:5173/'],
  ['', undefined],
  ['shop', undefined],
  ['my shop.example', undefined],
  ['ftp://shop.example', undefined],
  ['javascript://shop.example', undefined],
])('%j', (text, address) => {
  expect(readAddress(text)).toBe(address)
})
