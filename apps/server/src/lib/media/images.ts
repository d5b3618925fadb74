// Detects the format and size of a picture from its first bytes, not from its name or declared type.
import type { ImageKind } from '@parlance/contract/files/schemas'

export interface ImageHead {
  readonly kind: ImageKind
  readonly width: number
  readonly height: number
}

type Reader = (bytes: Uint8Array, view: DataView) => Omit<ImageHead, 'kind'> | undefined

const ascii = (bytes: Uint8Array, from: number, text: string): boolean =>
  [...text].every((char, index) => bytes[from + index] === char.charCodeAt(0))

const KINDS: readonly { kind: ImageKind; is: (bytes: Uint8Array) => boolean; size: Reader }[] = [
  {
    kind: 'png',
    is: (bytes) => ascii(bytes, 0, '\u0089PNG\r\n\u001a\n') && ascii(bytes, 12, 'IHDR'),
    size: (_, view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  },
  { kind: 'jpg', is: (bytes) => ascii(bytes, 0, '\u00ff\u00d8\u00ff'), size: jpegSize },
  { kind: 'webp', is: (bytes) => ascii(bytes, 0, 'RIFF') && ascii(bytes, 8, 'WEBP'), size: webpSize },
  {
    kind: 'gif',
    is: (bytes) => ascii(bytes, 0, 'GIF87a') || ascii(bytes, 0, 'GIF89a'),
    size: (_, view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  },
]

export function imageHead(bytes: Uint8Array): ImageHead | undefined {
  const found = KINDS.find(({ is }) => is(bytes))
  if (!found) return undefined
  try {
    const size = found.size(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    return size && size.width > 0 && size.height > 0 ? { kind: found.kind, ...size } : undefined
  } catch (error) {
    // Reading past the end throws: the header is truncated.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function jpegSize(_: Uint8Array, view: DataView): ReturnType<Reader> {
  let at = 2
  for (;;) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (marker === 0xd9 || marker === 0xda) return undefined
    else if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    else {
      const length = view.getUint16(at + 2)
      if (length < 2) return undefined
      at += 2 + length
    }
  }
}
/** SOF0 to SOF15 without the three markers among them that are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function webpSize(bytes: Uint8Array, view: DataView): ReturnType<Reader> {
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  if (ascii(bytes, 12, 'VP8X')) return { width: uint24(24) + 1, height: uint24(27) + 1 }
  if (ascii(bytes, 12, 'VP8L')) {
    if (view.getUint8(20) !== 0x2f) return undefined
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (ascii(bytes, 12, 'VP8 ') && ascii(bytes, 23, '\u009d\u0001\u002a'))
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  return undefined
}
