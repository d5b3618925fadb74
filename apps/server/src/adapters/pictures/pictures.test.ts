import { imageHead } from '../../lib/media/images.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { PIXEL } from '../../../test/helpers/operations.ts'
import { createPictures, createPortraits } from './pictures.ts'
import { testAll } from '../../../../../scripts/test-tier.ts'

const KINDS = ['png', 'jpg', 'webp', 'gif'] as const
const redraw = createPictures()
const red = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 1 } } })
const encoded = async (kind: (typeof KINDS)[number], picture = red()) => {
  const format = kind === 'jpg' ? ('jpeg' as const) : kind
  return picture
    .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
    .toFormat(format)
    .toBuffer()
}

test.each(KINDS)('keeps kind, size and colour of %s', async (kind) => {
  const drawn = await redraw(await encoded(kind), kind)
  expect(imageHead(drawn)).toEqual({ kind, width: 40, height: 20 })
  const { data, info } = await sharp(drawn).raw().toBuffer({ resolveWithObject: true })
  expect(Math.abs((data[0] ?? 0) - 200)).toBeLessThan(6)
  expect([info.width, info.height]).toEqual([40, 20])
})

test.each(KINDS)('removes metadata and appended data from %s', async (kind) => {
  const sent = Buffer.concat([await encoded(kind), Buffer.from('<script>BEHIND</script>')])
  const drawn = Buffer.from(await redraw(sent, kind))
  expect(sent.includes('BEHIND')).toBe(true)
  for (const word of ['SECRET-PLACE', 'BEHIND', 'Exif']) expect(drawn.includes(word)).toBe(false)
})

test('draws a photo upright', async () => {
  const lying = await red().jpeg().withMetadata({ orientation: 6 }).toBuffer()
  expect(imageHead(await redraw(lying, 'jpg'))).toEqual({ kind: 'jpg', width: 20, height: 40 })
})

test.each(['gif', 'webp'] as const)('an animated %s keeps its frames and their times', async (kind) => {
  const frames = await Promise.all(
    [0, 120, 240].map((r) =>
      sharp({ create: { width: 16, height: 16, channels: 3, background: { r, g: 9, b: 9 } } })
        .png()
        .toBuffer(),
    ),
  )
  const moving = await sharp(frames, { join: { animated: true } })
    .toFormat(kind, { delay: [100, 200, 300], loop: 0 })
    .toBuffer()
  const { pages, delay, loop } = await sharp(await redraw(moving, kind), { animated: true }).metadata()
  expect({ pages, delay, loop }).toEqual({ pages: 3, delay: [100, 200, 300], loop: 0 })
})

test('handles a picture of one pixel, and many at once', async () => {
  const pixel = Buffer.from(PIXEL, 'base64')
  const drawn = await Promise.all(Array.from({ length: 12 }, () => redraw(pixel, 'png')))
  for (const one of drawn) expect(imageHead(one)).toEqual({ kind: 'png', width: 1, height: 1 })
})

test('draws pictures and portraits that start at the same time', async () => {
  const pixel = Buffer.from(PIXEL, 'base64')
  const drawn = await Promise.all([createPictures()(pixel, 'png'), createPortraits()(pixel), createPortraits()(pixel)])
  expect(drawn.map((one) => imageHead(one)?.kind)).toEqual(['png', 'webp', 'webp'])
})

test('makes a portrait a small upright centre square without metadata', async () => {
  const portrait = createPortraits()
  const stripe = (r: number, b: number, left: number) => ({
    input: { create: { width: 200, height: 200, channels: 3 as const, background: { r, g: 0, b } } },
    left,
    top: 0,
  })
  const wide = await sharp({ create: { width: 600, height: 200, channels: 3, background: '#000' } })
    .composite([stripe(250, 0, 0), stripe(0, 250, 200), stripe(250, 0, 400)])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
    .toBuffer()
  const drawn = await portrait(wide)
  expect(imageHead(drawn)).toEqual({ kind: 'webp', width: 256, height: 256 })
  const { data, info } = await sharp(drawn).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  for (const [x, y] of [
    [5, 5],
    [250, 5],
    [128, 128],
    [5, 250],
  ] as const)
    expect(data[(y * info.width + x) * 3 + 2], `${x},${y}`).toBeGreaterThan(200)
  expect(Buffer.from(drawn).includes('SECRET-PLACE')).toBe(false)
  expect(imageHead(await portrait(Buffer.from(PIXEL, 'base64')))).toMatchObject({ width: 256, height: 256 })
  await expect(portrait(Buffer.from('%PDF-1.4 nothing'))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('refuses broken pictures, disguised kinds and bombs with a reason', async () => {
  const png = await encoded('png', red(400, 400))
  const refused = async (bytes: Uint8Array) =>
    redraw(bytes, 'png').catch((error: unknown) => error as { code?: string; message?: string })
  expect(await refused(png.subarray(0, png.length / 2))).toMatchObject({
    code: 'INVALID_INPUT',
    message: 'We can’t read this image. Save it again and retry.',
  })
  for (const other of [
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
    '%PDF-1.4 nothing',
    '',
  ])
    expect(await refused(Buffer.from(other))).toMatchObject({ code: 'INVALID_INPUT' })
  const bomb = await red(8000, 8000).png().toBuffer()
  expect(await refused(bomb)).toMatchObject({
    code: 'INVALID_INPUT',
    message: 'This image has too many pixels. Make it smaller and try again.',
  })
}, 60_000)

test.each([
  ['interlaced, of 16 bits a sample', () => red(4000, 4000).toColourspace('rgb16').png({ progressive: true })],
  ['of 8 bits', () => red(5100, 5000).png()],
])(
  'a small file that decodes to more than 100 MB is refused, %s',
  async (_, make) => {
    const bytes = await make().toBuffer()
    expect(bytes.length).toBeLessThan(1_000_000)
    for (const draw of [() => redraw(bytes, 'png'), () => createPortraits()(bytes)])
      await expect(draw()).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: 'This image has too many pixels. Make it smaller and try again.',
      })
  },
  30_000,
)

testAll(
  'counts all frames of an animation for a picture, and the first for a portrait',
  async () => {
    const frames = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        sharp({ create: { width: 1500, height: 1500, channels: 4, background: { r: n * 20, g: 0, b: 0, alpha: 1 } } })
          .png()
          .toBuffer(),
      ),
    )
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    await expect(redraw(moving, 'gif')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(imageHead(await createPortraits()(moving))).toMatchObject({ width: 256, height: 256 })
  },
  60_000,
)
