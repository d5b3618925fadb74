import { expect, test } from 'vitest'
import { pathOf } from './visitor-presence.tsx'

test.each([
  ['https://x.example/', 'x.example'],
  ['https://x.example/%C3%BCber', '/über'],
  ['https://x.example/%E0%A4%A', '/%E0%A4%A'],
  ['https://x.example/%FF', '/%FF'],
])('says where a visitor is: %s', (url, path) => {
  expect(pathOf(url)).toBe(path)
})
