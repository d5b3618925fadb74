// Removes metadata (location, time, camera, programs, comments) from a picture without changing pixels.
import type { ImageKind } from '@parlance/contract/files/schemas'

/** The same picture without metadata except its orientation. Never throws. */
export function stripMetadata(bytes: Uint8Array, kind: ImageKind): Uint8Array {
  try {
    return STRIP[kind]?.(bytes) ?? bytes
  } catch (error) {
    // Reading past the end throws: the picture is truncated before its pixels and returned as it is.
    if (error instanceof RangeError) return bytes
    throw error
  }
}

const STRIP: Partial<Record<ImageKind, (bytes: Uint8Array) => Uint8Array>> = {
  jpg: stripJpeg,
  png: stripPng,
  webp: stripWebp,
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const ascii = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const says = (bytes: Uint8Array, from: number, text: string): boolean =>
  [...text].every((char, index) => bytes[from + index] === char.charCodeAt(0))

class Kept {
  readonly #bytes: Uint8Array
  #length = 0
  constructor(source: Uint8Array) {
    this.#bytes = new Uint8Array(source.length + 64)
  }
  add(part: Uint8Array): this {
    this.#bytes.set(part, this.#length)
    this.#length += part.length
    return this
  }
  get length(): number {
    return this.#length
  }
  all(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }
}

/** Walks a JPEG's segments to its end; data appended after it, often a second picture, is dropped. */
function stripJpeg(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes)
  const kept = new Kept(bytes).add(bytes.subarray(0, 2))
  let turned = false
  let at = 2
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) break
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9) return kept.add(bytes.subarray(at, at + 2)).all()
    const bare = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    const length = bare || at + 4 > bytes.length ? 0 : view.getUint16(at + 2)
    if (!bare && length < 2) break
    const end = Math.min(bytes.length, at + 2 + length)
    const segment = bytes.subarray(at, end)
    const turn = marker === 0xe1 && !turned ? orientationOf(segment.subarray(4)) : undefined
    if (turn !== undefined) {
      kept.add(Uint8Array.of(0xff, 0xe1, 0, 34)).add(exifOf(turn))
      turned = true
    } else if (!isTelling(marker, segment)) kept.add(segment)
    at = marker === 0xda ? endOfScan(bytes, end) : end
    if (marker === 0xda) kept.add(bytes.subarray(end, at))
  }
  // No end marker: the rest is kept as it is.
  return kept.add(bytes.subarray(at)).all()
}

/** Comments and application segments, except those that define colours. */
function isTelling(marker: number, segment: Uint8Array): boolean {
  if (marker === 0xfe) return true
  if (marker < 0xe0 || marker > 0xef) return false
  if (marker === 0xe0) return !says(segment, 4, 'JFIF\0')
  if (marker === 0xe2) return !says(segment, 4, 'ICC_PROFILE\0')
  return !(marker === 0xee && says(segment, 4, 'Adobe'))
}

function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}

const PNG_TELLING = new Set(['eXIf', 'tEXt', 'iTXt', 'zTXt', 'tIME'])
const PNG_HEAD = 8

function stripPng(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes)
  const kept = new Kept(bytes).add(bytes.subarray(0, PNG_HEAD))
  let turned = false
  let at = PNG_HEAD
  while (at + 8 <= bytes.length) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    const end = Math.min(bytes.length, at + 12 + view.getUint32(at))
    const turn = type === 'eXIf' && !turned ? orientationOf(bytes.subarray(at + 8, end)) : undefined
    if (turn !== undefined) {
      kept.add(pngChunk('eXIf', exifOf(turn).subarray(6)))
      turned = true
    } else if (!PNG_TELLING.has(type)) kept.add(bytes.subarray(at, end))
    at = end
    if (type === 'IEND') return kept.all()
  }
  return kept.add(bytes.subarray(at)).all()
}

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(12 + data.length)
  const view = viewOf(chunk)
  view.setUint32(0, data.length)
  chunk.set(ascii(type), 4)
  chunk.set(data, 8)
  view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)))
  return chunk
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

const WEBP_HEAD = 12
const [WEBP_EXIF, WEBP_XMP] = [0x08, 0x04]

function stripWebp(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes)
  const riffEnd = 8 + view.getUint32(4, true)
  // Data after the declared end is dropped; a size too small for a chunk is ignored.
  const stop = riffEnd < WEBP_HEAD + 8 ? bytes.length : Math.min(bytes.length, riffEnd)
  const kept = new Kept(bytes).add(bytes.subarray(0, WEBP_HEAD))
  let flags: number | undefined
  let turned = false
  let at = WEBP_HEAD
  while (at + 8 <= stop) {
    const size = view.getUint32(at + 4, true)
    const end = Math.min(stop, at + 8 + size + (size & 1))
    const [isExif, isXmp] = [says(bytes, at, 'EXIF'), says(bytes, at, 'XMP ')]
    const turn = isExif && !turned ? orientationOf(bytes.subarray(at + 8, end)) : undefined
    if (turn !== undefined) {
      kept.add(webpChunk('EXIF', exifOf(turn).subarray(6)))
      turned = true
    } else if (!isExif && !isXmp) {
      if (says(bytes, at, 'VP8X')) flags ??= kept.length + 8
      kept.add(bytes.subarray(at, end))
    }
    at = end
  }
  const stripped = kept.add(bytes.subarray(at, stop)).all()
  if (flags !== undefined && flags < stripped.length)
    stripped[flags] = ((stripped[flags] ?? 0) & ~(WEBP_EXIF | WEBP_XMP)) | (turned ? WEBP_EXIF : 0)
  if (stripped.length !== bytes.length) viewOf(stripped).setUint32(4, stripped.length - 8, true)
  return stripped
}

function webpChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(8 + data.length)
  chunk.set(ascii(type))
  viewOf(chunk).setUint32(4, data.length, true)
  chunk.set(data, 8)
  return chunk
}

const ORIENTATION = 0x0112
const SHORT = 3

/** Orientation 2 to 8 from Exif data; undefined otherwise. */
function orientationOf(data: Uint8Array): number | undefined {
  const tiff = says(data, 0, 'Exif\0\0') ? data.subarray(6) : data
  const little = says(tiff, 0, 'II*\0')
  if (!little && !says(tiff, 0, 'MM\0*')) return undefined
  const view = viewOf(tiff)
  try {
    const first = view.getUint32(4, little)
    const count = view.getUint16(first, little)
    for (let entry = first + 2; entry < first + 2 + count * 12; entry += 12) {
      if (view.getUint16(entry, little) !== ORIENTATION || view.getUint16(entry + 2, little) !== SHORT) continue
      const turn = view.getUint16(entry + 8, little)
      return turn >= 2 && turn <= 8 ? turn : undefined
    }
    return undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Exif data with the orientation only; the first 6 bytes are the identifier that JPEG requires. */
function exifOf(turn: number): Uint8Array {
  const exif = new Uint8Array(32)
  exif.set(ascii('Exif\0\0MM\0*'))
  const view = viewOf(exif)
  view.setUint32(10, 8)
  view.setUint16(14, 1)
  view.setUint16(16, ORIENTATION)
  view.setUint16(18, SHORT)
  view.setUint32(20, 1)
  view.setUint16(24, turn)
  return exif
}
