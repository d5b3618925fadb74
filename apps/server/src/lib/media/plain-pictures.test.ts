import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { IMAGE_KINDS } from '@parlance/contract/files/schemas'
import { isPlainPicture } from './plain-pictures.ts'

const from = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
const ascii = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))

const PNG = from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==')
const GIF = from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7')
const WEBP = from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA')
const hex = (text: string) => Uint8Array.from(text.match(/\w\w/g) ?? [], (byte) => Number.parseInt(byte, 16))
const JPEG = hex(
  'ffd8 ffe000104a46494600010100000100010000 ffdb00040001 ffc000040800 ffda000401000102ff0003ffd004 ffd9'.replaceAll(
    ' ',
    '',
  ),
)
const PLAIN = { png: PNG, gif: GIF, webp: WEBP, jpg: JPEG }
const pngChunk = (type: string, data: Uint8Array) =>
  join(Uint8Array.of(0, 0, 0, data.length), ascii(type), data, new Uint8Array(4))

test.each(IMAGE_KINDS)('accepts a %s of only pixels, not with appended data or when cut', (kind) => {
  expect(isPlainPicture(PLAIN[kind], kind)).toBe(true)
  expect(isPlainPicture(join(PLAIN[kind], ascii('<script>')), kind)).toBe(false)
  for (let length = 0; length < PLAIN[kind].length; length += 1)
    expect(isPlainPicture(PLAIN[kind].subarray(0, length), kind), `${length}`).toBe(false)
})

test.each(['tEXt', 'iTXt', 'eXIf', 'iCCP', 'tIME', 'paDd', 'fdAT'])('a PNG with %s is not plain', (type) => {
  expect(isPlainPicture(join(PNG.subarray(0, 33), pngChunk(type, ascii('GPS')), PNG.subarray(33)), 'png')).toBe(false)
})
test('limits chunks of known kinds', () => {
  const with_ = (data: Uint8Array) => join(PNG.subarray(0, 33), pngChunk('gAMA', data), PNG.subarray(33))
  expect(isPlainPicture(with_(new Uint8Array(4)), 'png')).toBe(true)
  expect(isPlainPicture(with_(ascii('48.8584 N')), 'png')).toBe(false)
})

test.each([
  ['Exif', 0xe1],
  ['a colour profile', 0xe2],
  ['a comment', 0xfe],
  ['IPTC', 0xed],
])('a JPEG with %s is not plain', (_, marker) => {
  const segment = Uint8Array.of(0xff, marker, 0, 5, 1, 2, 3)
  expect(isPlainPicture(join(JPEG.subarray(0, 20), segment, JPEG.subarray(20)), 'jpg')).toBe(false)
})

test('allows a GIF to loop, and nothing else', () => {
  const at = 19
  const with_ = (...block: number[]) => join(GIF.subarray(0, at), Uint8Array.from(block), GIF.subarray(at))
  expect(isPlainPicture(with_(0x21, 0xff, 11, ...ascii('NETSCAPE2.0'), 3, 1, 0, 0, 0), 'gif')).toBe(true)
  expect(isPlainPicture(with_(0x21, 0xff, 11, ...ascii('XMP DataXMP'), 3, 1, 0, 0, 0), 'gif')).toBe(false)
  expect(isPlainPicture(with_(0x21, 0xfe, 3, ...ascii('GPS'), 0), 'gif')).toBe(false)
})

test('allows only drawing chunks in a WebP and its frames', () => {
  const chunk = (type: string, data: Uint8Array) => join(ascii(type), Uint8Array.of(data.length, 0, 0, 0), data)
  const webp = (...chunks: Uint8Array[]) => {
    const body = join(ascii('WEBP'), ...chunks)
    return join(ascii('RIFF'), Uint8Array.of(body.length, 0, 0, 0), body)
  }
  const drawn = chunk('VP8L', new Uint8Array(6))
  expect(isPlainPicture(webp(drawn), 'webp')).toBe(true)
  for (const type of ['EXIF', 'XMP ', 'ICCP', 'NONE'])
    expect(isPlainPicture(webp(drawn, chunk(type, ascii('GPS!'))), 'webp')).toBe(false)
  const frame = (inner: Uint8Array) => chunk('ANMF', join(new Uint8Array(16), inner))
  expect(isPlainPicture(webp(frame(drawn)), 'webp')).toBe(true)
  expect(isPlainPicture(webp(frame(chunk('XMP ', ascii('GPS!')))), 'webp')).toBe(false)
})

test('terminates for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom(...IMAGE_KINDS), (tail, kind) => {
      expect(typeof isPlainPicture(join(PLAIN[kind].subarray(0, 12), tail), kind)).toBe('boolean')
    }),
  )
})
