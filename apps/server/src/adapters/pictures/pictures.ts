// Re-encodes uploaded pictures from their pixels, so that no location, camera data, comments or appended files are
// passed on. A picture without any of these is kept byte for byte. The library loads with the first picture.
import type { Sharp } from 'sharp'
import { isPlainPicture } from '../../lib/media/plain-pictures.ts'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { CropPhoto } from '../../lib/storage/portraits.ts'
import type { ReencodeImage } from '../../modules/files/ports.ts'

/** Of all frames together, checked before anything is decoded. */
const MOST_PIXELS = 50_000_000
/** Bytes once decoded: an interlaced or progressive picture is held whole and may take four times as much meanwhile. */
const MOST_BYTES = 100_000_000
const MOST_FRAMES = 300
const MOST_SECONDS = 20
const AT_ONCE = 2
/** The decoders that stay enabled; all others (SVG, PDF, TIFF …) are disabled. */
const READERS = ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'NsgifBuffer'].map((name) => `VipsForeignLoad${name}`)

const UNREADABLE = msg('picture_unreadable')
const TOO_MANY_PIXELS = msg('picture_too_many_pixels')

/** How many frames the picture has. @throws INVALID_INPUT for one that is broken, or too large once decoded */
async function framesOf(source: Sharp): Promise<number> {
  const { width, height, pageHeight, pages = 1, channels, depth } = await source.metadata().catch(unreadable)
  // `pageHeight` is only set when all frames are read.
  const rows = pageHeight === undefined ? height : pageHeight * pages
  if (width * rows * channels * (depth === 'uchar' ? 1 : 2) > MOST_BYTES)
    throw new AppError('INVALID_INPUT', TOO_MANY_PIXELS)
  return pages
}

let library: ReturnType<typeof load> | undefined

/** Runs once per process: while it loads, readers are briefly disabled, which would fail other pictures. */
async function load() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: READERS })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

export function createPictures(): ReencodeImage {
  const turn = createTurns(AT_ONCE)
  return async (bytes, kind) => {
    if (bytes.length === 0) throw new AppError('INVALID_INPUT', UNREADABLE)
    const sharp = await (library ??= load())
    return turn(async () => {
      const source = sharp(bytes, { animated: true, failOn: 'error', limitInputPixels: MOST_PIXELS })
      const pages = await framesOf(source)
      if (pages > MOST_FRAMES) throw new AppError('INVALID_INPUT', msg('animation_too_long', { max: MOST_FRAMES }))
      // Applies the orientation, which is in the metadata that is removed, and converts to sRGB.
      const drawn = pages > 1 ? source : source.autoOrient()
      const written = {
        png: () => drawn.png({ compressionLevel: 9 }),
        jpg: () => drawn.jpeg({ quality: 88, mozjpeg: false }),
        webp: () => drawn.webp({ quality: 88, alphaQuality: 100 }),
        gif: () => drawn.gif({ effort: 3 }),
      }[kind]()
      // Always decoded, which proves that the picture is valid.
      const redrawn = await written.timeout({ seconds: MOST_SECONDS }).toBuffer().catch(unreadable)
      return isPlainPicture(bytes, kind) ? bytes : redrawn
    })
  }
}

/** Pixels per side, enough for the largest avatar on a high-density screen. */
const PORTRAIT = 256

/** The middle square; the first frame of an animation. */
export function createPortraits(): CropPhoto {
  const turn = createTurns(AT_ONCE)
  return async (bytes) => {
    const sharp = await (library ??= load())
    return turn(async () => {
      const source = sharp(bytes, { failOn: 'error', limitInputPixels: MOST_PIXELS })
      await framesOf(source)
      return source
        .autoOrient()
        .resize(PORTRAIT, PORTRAIT, { fit: 'cover', position: 'centre' })
        .webp({ quality: 85, alphaQuality: 100 })
        .timeout({ seconds: MOST_SECONDS })
        .toBuffer()
        .catch(unreadable)
    })
  }
}

function unreadable(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : ''
  if (/pixel limit|timeout/i.test(reason)) throw new AppError('INVALID_INPUT', TOO_MANY_PIXELS, { cause })
  throw new AppError('INVALID_INPUT', UNREADABLE, { cause })
}

function createTurns(places: number) {
  const waiting: (() => void)[] = []
  let free = places
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
