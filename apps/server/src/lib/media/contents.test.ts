import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentOf, whyNotTaken } from './contents.ts'
import { cleanFilename, WRONG_KIND } from '@parlance/contract/files/schemas'
import { imageHead } from './images.ts'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)))
const u16 = (n: number) => [n >> 8, n & 255]
const le16 = (n: number) => [n & 255, n >> 8]

const PNG = bytes('\u0089PNG\r\n\u001a\n', [0, 0, 0, 13], 'IHDR', [0, 0], u16(640), [0, 0], u16(480), [8, 6, 0, 0, 0])
const frame = (marker: number) => [0xff, marker, 0, 17, 8, ...u16(480), ...u16(640), 3]
const JFIF = [0xff, 0xe0, 0, 4, 1, 2]
const JPG = bytes([0xff, 0xd8], JFIF, [0xff, 0xc4, 0, 3, 9], [0xff], frame(0xc2))
const GIF = bytes('GIF89a', le16(640), le16(480), [0, 0, 0])
const riff = (chunk: string, ...rest: number[]) => bytes('RIFF', [9, 0, 0, 0], 'WEBP', chunk, [9, 0, 0, 0], rest)
const lossless = 639 | (479 << 14)

describe('detects pictures', () => {
  test.each([
    ['png', PNG, 'png'],
    ['progressive jpeg after other segments and a fill byte', JPG, 'jpg'],
    ['gif', GIF, 'gif'],
    ['webp, extended', riff('VP8X', 0, 0, 0, 0, 127, 2, 0, 223, 1, 0), 'webp'],
    ['webp, lossy', riff('VP8 ', 0, 0, 0, 0x9d, 0x01, 0x2a, ...le16(640), ...le16(480)), 'webp'],
    [
      'webp, lossless',
      riff('VP8L', 0x2f, lossless & 255, (lossless >> 8) & 255, (lossless >> 16) & 255, lossless >>> 24),
      'webp',
    ],
  ])('%s', (_, picture, kind) => expect(imageHead(picture)).toEqual({ kind, width: 640, height: 480 }))

  test('also in the middle of a larger buffer', () => {
    const large = new Uint8Array(PNG.length + 7)
    large.set(PNG, 7)
    expect(imageHead(large.subarray(7))).toEqual({ kind: 'png', width: 640, height: 480 })
  })

  test.each([
    ['nothing', bytes()],
    ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML', bytes('<!doctype html><title>x</title>')],
    ['HTML behind the name of a gif', bytes('GIF8 <script>')],
    ['a PDF', bytes('%PDF-1.7')],
    ['a RIFF that is sound', bytes('RIFF', [9, 0, 0, 0], 'WAVEfmt ')],
    ['a png without its head', bytes('\u0089PNG\r\n\u001a\n', [0, 0, 0, 13], 'IDAT', [0, 0, 0, 1, 0, 0, 0, 1])],
    ['a png cut off', PNG.subarray(0, 20)],
    ['a gif without area', bytes('GIF89a', le16(0), le16(480), [0])],
    ['a jpeg that ends', bytes([0xff, 0xd8, 0xff, 0xd9])],
    ['a jpeg whose segments never end', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0, 0, 0])],
    ['a jpeg of fill bytes', bytes([0xff, 0xd8, 0xff, 0xff, 0xff, 0xff])],
    ['a webp of an unknown kind', riff('VP9 ', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)],
  ])('%s is none', (_, file) => expect(imageHead(file)).toBeUndefined())

  test('tolerates a picture cut anywhere', () => {
    for (const picture of [PNG, JPG, GIF])
      for (let end = 0; end < picture.length; end += 1) {
        const head = imageHead(picture.slice(0, end))
        if (head) expect(head).toMatchObject({ width: 640, height: 480 })
      }
  })
})

test('uses the specification’s sentence', () => expect(WRONG_KIND.message).toBe('Only .png, .jpg, .webp, .gif Files'))

describe('makes a file name of the last path segment and the true extension', () => {
  test.each([
    ['logo.png', 'logo.png'],
    ['users/u1/Our logo.svg', 'Our logo.png'],
    ['../../etc/passwd', 'passwd.png'],
    ['C:\\Users\\a\\b.gif', 'b.png'],
    ['a/b/', 'file.png'],
    ['..', 'file.png'],
    ['.htaccess', 'file.png'],
    ['', 'file.png'],
    ['a\r\nSet-Cookie: x\u0007.png', 'aSet-Cookie: x.png'],
    ['gnp\u202egpj.exe', 'gnpgpj.png'],
    ['été.webp', 'été.png'],
  ])('%j is %j', (path, name) => expect(cleanFilename(path, 'png')).toBe(name))

  test('limits names to a hundred whole characters', () => {
    expect(cleanFilename('x'.repeat(300), 'webp')).toHaveLength(100)
    const name = cleanFilename(`${'x'.repeat(95)}🏳️‍🌈`, 'png')
    expect(name.isWellFormed()).toBe(true)
    expect(name.length).toBeLessThanOrEqual(100)
  })
})

test.each([
  ['a.png', '%PDF-1.7', `This .png file contains a PDF document. ${WRONG_KIND.message}`],
  ['holiday.JPEG', '\0\0\0\u0018ftypheic', `This .jpeg file contains a HEIC photo. ${WRONG_KIND.message}`],
  ['a.webp', 'MZ\u0090\0', `This .webp file contains a program. ${WRONG_KIND.message}`],
  ['a.gif', '<!doctype html><p>', `This .gif file contains an HTML page. ${WRONG_KIND.message}`],
  ['a.gif', '<?xml version="1.0"?><svg xmlns="x"/>', `This .gif file contains an SVG drawing. ${WRONG_KIND.message}`],
  ['a.png', '', `This .png file contains nothing at all. ${WRONG_KIND.message}`],
  ['a.png', '\u0001\u0002\u0003', `This .png file contains something other than its name says. ${WRONG_KIND.message}`],
  ['a.png', 'gr\u00fcn', `This .png file contains text that is not in UTF-8. ${WRONG_KIND.message}`],
  ['', 'PK\u0003\u0004', `This file contains a ZIP archive. ${WRONG_KIND.message}`],
  ['', '\u0001', WRONG_KIND.message],
  ['a.svg', '<svg/>', WRONG_KIND.message],
  ['a.exe', 'MZ', WRONG_KIND.message],
])('«%s» of %j is refused with «%s»', (name, held, why) =>
  expect(whyNotTaken(name, bytes(held), WRONG_KIND)).toMatchObject({ message: why }),
)

test('handles any bytes', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (any) => void contentOf(any)))
})
