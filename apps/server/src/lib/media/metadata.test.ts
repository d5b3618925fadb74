import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { IMAGE_KINDS } from '@parlance/contract/files/schemas'
import { imageHead } from './images.ts'
import { stripMetadata } from './metadata.ts'

type Part = string | readonly number[] | Uint8Array
const bytes = (...parts: Part[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : [...part])),
  )
const be16 = (n: number) => [n >> 8, n & 255]
const be32 = (n: number) => [...be16(n >>> 16), ...be16(n & 0xffff)]
const le16 = (n: number) => be16(n).toReversed()
const le32 = (n: number) => be32(n).toReversed()
const text = (data: Uint8Array) => String.fromCharCode(...data)

const SECRET = 'GPS 48.8584 N 2.2945 E, Canon EOS'
/** A directory with a camera, the orientation and a pointer to a place, as cameras write it. */
function tiff(orientation: number, little = false): Uint8Array {
  const [u16, u32] = little ? [le16, le32] : [be16, be32]
  const entry = (tag: number, type: number, value: Part) => bytes(u16(tag), u16(type), u32(1), value)
  return bytes(
    little ? 'II*\0' : 'MM\0*',
    u32(8),
    u16(3),
    entry(0x0110, 2, u32(60)),
    entry(0x0112, 3, bytes(u16(orientation), [0, 0])),
    entry(0x8825, 4, u32(60)),
    u32(0),
    '\0'.repeat(10),
    SECRET,
  )
}

const segment = (marker: number, ...data: Part[]) => {
  const body = bytes(...data)
  return bytes([0xff, marker], be16(body.length + 2), body)
}
const SCAN = bytes([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0], [1, 2, 0xff, 0, 3, 0xff, 0xd3, 4, 0xff, 0xff, 0, 0x5a])
const SCAN_2 = bytes([0xff, 0xda, 0, 8, 1, 2, 0, 0, 63, 0], [9, 8, 0xff, 0, 7])
const FRAME = segment(0xc2, [8], be16(480), be16(640), [1, 1, 0x11, 0])
const TABLES = segment(0xdb, [0, ...Array(64).keys()])
const JFIF = segment(0xe0, 'JFIF\0', [1, 1, 0, 0, 1, 0, 1, 0, 0])
const ICC = segment(0xe2, 'ICC_PROFILE\0', [1, 1], 'colours')
const ADOBE = segment(0xee, 'Adobe', [0, 100, 0, 0, 0, 0, 1])
const EOI = bytes([0xff, 0xd9])
const exif = (orientation: number, little = false) => segment(0xe1, 'Exif\0\0', tiff(orientation, little))
const UPRIGHT = (orientation: number) =>
  bytes('MM\0*', be32(8), be16(1), be16(0x0112), be16(3), be32(1), be16(orientation), [0, 0], be32(0))
const jpeg = (...middle: Part[]) =>
  bytes([0xff, 0xd8], JFIF, ...middle, ICC, ADOBE, TABLES, FRAME, SCAN, TABLES, SCAN_2, EOI)

describe('jpeg', () => {
  const clean = jpeg()
  test('is unchanged without metadata', () => expect(stripMetadata(clean, 'jpg')).toEqual(clean))

  test.each<[string, Part[]]>([
    ['a camera and a place, standing upright', [exif(1)]],
    ['no orientation that there is', [exif(9)]],
    ['XMP', [segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x>', SECRET)]],
    ['Photoshop and comments', [segment(0xed, 'Photoshop 3.0\0', SECRET), segment(0xfe, SECRET)]],
    ['other pictures of makers', [segment(0xe2, 'MPF\0', SECRET), segment(0xe3, SECRET), segment(0xeb, 'JP', SECRET)]],
    ['a small picture of itself', [segment(0xe0, 'JFXX\0', [0x10], SECRET)]],
  ])('loses %s', (_, metadata) => expect(stripMetadata(jpeg(...metadata), 'jpg')).toEqual(clean))

  test('loses data after its end and between its scans', () => {
    const between = bytes(
      [0xff, 0xd8],
      JFIF,
      ICC,
      ADOBE,
      TABLES,
      FRAME,
      SCAN,
      segment(0xfe, SECRET),
      TABLES,
      SCAN_2,
      EOI,
    )
    expect(stripMetadata(bytes(between, jpeg(exif(6)), SECRET), 'jpg')).toEqual(clean)
  })

  test.each([2, 3, 6, 8])('keeps its orientation: %i', (orientation) => {
    for (const little of [true, false]) {
      const stripped = stripMetadata(jpeg(exif(orientation, little), exif(3)), 'jpg')
      expect(stripped).toEqual(jpeg(segment(0xe1, 'Exif\0\0', UPRIGHT(orientation))))
      expect(stripMetadata(stripped, 'jpg')).toEqual(stripped)
      expect(imageHead(stripped)).toEqual({ kind: 'jpg', width: 640, height: 480 })
    }
  })
})

describe('png', () => {
  const chunk = (type: string, ...data: Part[]) => {
    const body = bytes(...data)
    return bytes(be32(body.length), type, body, [1, 2, 3, 4])
  }
  const png = (...middle: Part[]) =>
    bytes(
      '\u0089PNG\r\n\u001a\n',
      chunk('IHDR', be32(640), be32(480), [8, 6, 0, 0, 0]),
      chunk('iCCP', 'colours'),
      ...middle,
      chunk('acTL', 'moves'),
      chunk('IDAT', 'pixels tEXt pixels'),
      chunk('IDAT', 'more pixels'),
      chunk('IEND'),
    )
  const clean = png()

  test.each(['tEXt', 'iTXt', 'zTXt', 'tIME', 'eXIf'])('loses %s and what follows its end', (type) => {
    expect(stripMetadata(clean, 'png')).toEqual(clean)
    expect(stripMetadata(bytes(png(chunk(type, SECRET), chunk(type, tiff(1))), SECRET), 'png')).toEqual(clean)
  })

  test('keeps its orientation, with the right checksum', () => {
    const stripped = stripMetadata(png(chunk('eXIf', tiff(6, true))), 'png')
    const kept = bytes(be32(26), 'eXIf', UPRIGHT(6), be32(crcOf(bytes('eXIf', UPRIGHT(6)))))
    expect(stripped).toEqual(png(kept))
  })
  /** As the specification writes it, with a table. */
  function crcOf(data: Uint8Array): number {
    const table = Array.from({ length: 256 }, (_, n) => {
      let c = n
      for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
      return c >>> 0
    })
    let c = 0xffffffff
    for (const byte of data) c = (table[(c ^ byte) & 255] ?? 0) ^ (c >>> 8)
    return (c ^ 0xffffffff) >>> 0
  }
})

describe('webp', () => {
  const chunk = (type: string, ...data: Part[]) => {
    const body = bytes(...data)
    return bytes(type, le32(body.length), body, body.length % 2 ? [0] : [])
  }
  const riff = (...chunks: Part[]) => {
    const body = bytes('WEBP', ...chunks)
    return bytes('RIFF', le32(body.length), body)
  }
  const head = (flags: number) => chunk('VP8X', [flags, 0, 0, 0, 127, 2, 0, 223, 1, 0])
  const pixels = [chunk('ICCP', 'colours'), chunk('ANIM', 'moving'), chunk('VP8L', [0x2f, 1, 2, 3, 4, 5, 6])]
  const clean = riff(head(0x32), ...pixels)

  test('loses Exif, XMP and data after its end, and updates its flags and size', () => {
    expect(stripMetadata(clean, 'webp')).toEqual(clean)
    const full = riff(head(0x3e), ...pixels, chunk('EXIF', tiff(1)), chunk('XMP ', SECRET))
    expect(stripMetadata(bytes(full, SECRET), 'webp')).toEqual(clean)
    expect(imageHead(clean)).toEqual({ kind: 'webp', width: 640, height: 480 })
  })
  test('keeps its orientation', () => {
    for (const named of ['', 'Exif\0\0']) {
      const full = riff(head(0x3e), ...pixels, chunk('EXIF', named, tiff(8)), chunk('XMP ', SECRET))
      expect(stripMetadata(full, 'webp')).toEqual(riff(head(0x3a), ...pixels, chunk('EXIF', UPRIGHT(8))))
    }
  })
  test('is unchanged when simple', () => {
    const simple = riff(chunk('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, ...le16(640), ...le16(480), 1]))
    expect(stripMetadata(simple, 'webp')).toEqual(simple)
  })
})

describe('whatever the bytes', () => {
  const beginnings = [
    bytes([0xff, 0xd8, 0xff]),
    bytes('\u0089PNG\r\n\u001a\n'),
    bytes('RIFF', le32(40), 'WEBPVP8X'),
    bytes('GIF89a'),
  ]
  const whole = jpeg(exif(6), segment(0xfe, SECRET))

  test('terminates, barely grows, and is idempotent', () => {
    const garbage = fc.tuple(fc.constantFrom(...beginnings, bytes()), fc.uint8Array({ maxLength: 300 }))
    fc.assert(
      fc.property(garbage, fc.constantFrom(...IMAGE_KINDS), ([beginning, rest], kind) => {
        const sent = bytes(beginning, rest)
        const before = sent.slice()
        const stripped = stripMetadata(sent, kind)
        expect(sent).toEqual(before)
        expect(stripped.length).toBeLessThanOrEqual(sent.length + 64)
        expect(stripMetadata(stripped, kind)).toEqual(stripped)
      }),
      { numRuns: 3000 },
    )
  })

  test('tolerates a picture that is cut or damaged anywhere', () => {
    const edit = fc.tuple(fc.nat(whole.length - 1), fc.nat(255))
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 6 }), fc.nat(whole.length), (edits, end) => {
        const spoilt = whole.slice(0, end)
        for (const [at, byte] of edits) if (at < end) spoilt[at] = byte
        expect(stripMetadata(spoilt, 'jpg').length).toBeLessThanOrEqual(spoilt.length + 64)
      }),
      { numRuns: 2000 },
    )
  })

  test('keeps the pixels of a jpeg, whatever its segments', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.uint8Array({ maxLength: 40 }).map((data) => ({ keep: false, data: segment(0xe1, data) })),
        fc.uint8Array({ maxLength: 40 }).map((data) => ({ keep: false, data: segment(0xed, data) })),
        fc.uint8Array({ maxLength: 40 }).map((data) => ({ keep: true, data: segment(0xc4, data) })),
      ),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(pieces, (list) => {
        const stripped = stripMetadata(jpeg(...list.map(({ data }) => data)), 'jpg')
        expect(stripped).toEqual(jpeg(...list.filter(({ keep }) => keep).map(({ data }) => data)))
      }),
    )
  })

  test('reads five megabytes of tiny segments quickly', () => {
    const many = new Uint8Array(5_000_000)
    for (let at = 2; at + 4 <= many.length; at += 4) many.set([0xff, at % 8 ? 0xe1 : 0xc4, 0, 2], at)
    many.set([0xff, 0xd8])
    const begun = performance.now()
    expect(stripMetadata(many, 'jpg').length).toBeLessThan(many.length)
    expect(performance.now() - begun).toBeLessThan(3000)
    expect(text(stripMetadata(whole, 'jpg'))).not.toContain('Canon')
  })
})
