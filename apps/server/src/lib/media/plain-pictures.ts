// Whether a picture contains only its pixels, so that it can be stored as it was sent.
import type { ImageKind } from '@parlance/contract/files/schemas'

/** True if every part is needed to draw it. An allow-list: unknown parts count as metadata. */
export function isPlainPicture(bytes: Uint8Array, kind: ImageKind): boolean {
  try {
    return PLAIN[kind](bytes)
  } catch (error) {
    // Reading past the end of a truncated file throws.
    if (error instanceof RangeError) return false
    throw error
  }
}

const PLAIN: Record<ImageKind, (bytes: Uint8Array) => boolean> = {
  png: isPlainPng,
  jpg: isPlainJpeg,
  webp: isPlainWebp,
  gif: isPlainGif,
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const textAt = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length))

/** Maximum bytes of each chunk type. Animations are always re-encoded. */
const PNG_CHUNKS: Readonly<Record<string, number>> = {
  IHDR: 13,
  PLTE: 768,
  IDAT: Number.POSITIVE_INFINITY,
  IEND: 0,
  tRNS: 256,
  gAMA: 4,
  cHRM: 32,
  sRGB: 1,
  sBIT: 4,
  bKGD: 6,
  pHYs: 9,
}

function isPlainPng(bytes: Uint8Array): boolean {
  const view = viewOf(bytes)
  for (let at = 8; ;) {
    const [length, type] = [view.getUint32(at), textAt(bytes, at + 4, 4)]
    const most = PNG_CHUNKS[type]
    if (most === undefined || length > most) return false
    at += 12 + length
    if (type === 'IEND') return at === bytes.length
  }
}

const SCAN = 0xda
const END = 0xd9
/** Tables, frames, scans and restart intervals, but no application segments and comments. */
const isDrawing = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || [0xdb, 0xdd, SCAN].includes(marker)

function isPlainJpeg(bytes: Uint8Array): boolean {
  const view = viewOf(bytes)
  let at = 2
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    if (marker === END) return at + 2 === bytes.length
    const length = view.getUint16(at + 2)
    // JFIF without a thumbnail, which would be a second picture.
    const isJfif = marker === 0xe0 && length === 16 && textAt(bytes, at + 4, 5) === 'JFIF\0'
    const isAdobe = marker === 0xee && length === 14 && textAt(bytes, at + 4, 5) === 'Adobe'
    if (!isJfif && !isAdobe && !isDrawing(marker)) return false
    at += 2 + length
    if (marker === SCAN) at = endOfScan(bytes, at)
  }
  return false
}

function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}

const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF'])
const WEBP_FRAME_CHUNKS = new Set(['VP8 ', 'VP8L', 'ALPH'])
const WEBP_FRAME_HEAD = 16

function isPlainWebp(bytes: Uint8Array): boolean {
  if (viewOf(bytes).getUint32(4, true) + 8 !== bytes.length) return false
  return areChunks(bytes.subarray(12), WEBP_CHUNKS)
}

function areChunks(bytes: Uint8Array, known: ReadonlySet<string>): boolean {
  const view = viewOf(bytes)
  let at = 0
  while (at < bytes.length) {
    const [type, size] = [textAt(bytes, at, 4), view.getUint32(at + 4, true)]
    const content = bytes.subarray(at + 8, at + 8 + size)
    if (!known.has(type) || content.length !== size) return false
    if (type === 'ANMF' && !areChunks(content.subarray(WEBP_FRAME_HEAD), WEBP_FRAME_CHUNKS)) return false
    at += 8 + size + (size & 1)
  }
  return at === bytes.length
}

/** The extension blocks that loop an animation. */
const GIF_LOOPS = ['NETSCAPE2.0', 'ANIMEXTS1.0']
const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b]
const [CONTROL, APPLICATION] = [0xf9, 0xff]
/** Bytes of a colour table, by the packed field before it. */
const tableSize = (packed: number): number => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0)

function isPlainGif(bytes: Uint8Array): boolean {
  const view = viewOf(bytes)
  let at = 13 + tableSize(view.getUint8(10))
  for (;;) {
    const kind = view.getUint8(at)
    if (kind === TRAILER) return at + 1 === bytes.length
    if (kind === EXTENSION) {
      const [label, size] = [view.getUint8(at + 1), view.getUint8(at + 2)]
      const isControl = label === CONTROL && size === 4 && view.getUint8(at + 7) === 0
      const isLoop =
        label === APPLICATION &&
        size === 11 &&
        GIF_LOOPS.includes(textAt(bytes, at + 3, 11)) &&
        view.getUint8(at + 14) === 3 &&
        view.getUint8(at + 18) === 0
      if (!isControl && !isLoop) return false
      at += isControl ? 8 : 19
    } else if (kind === IMAGE) {
      // One byte for the code size, then length-prefixed blocks of pixels, ended by an empty one.
      at += 11 + tableSize(view.getUint8(at + 9))
      for (let size = view.getUint8(at); size !== 0; size = view.getUint8(at)) at += 1 + size
      at += 1
    } else return false
  }
}
