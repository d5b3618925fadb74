type Part = string | readonly number[] | Uint8Array
export const bytes = (...parts: Part[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((char) => char.charCodeAt(0)) : [...part])),
  )
const be = (value: number, length: number) =>
  Array.from({ length }, (_, index) => Math.floor(value / 256 ** (length - 1 - index)) % 256)
const le = (value: number, length: number) => be(value, length).toReversed()

/** 8,000 bytes a second. */
export const wav = (seconds: number): Uint8Array => {
  const data = new Uint8Array(Math.round(8000 * seconds)).fill(128)
  const format = bytes('fmt ', le(16, 4), le(1, 2), le(1, 2), le(8000, 4), le(8000, 4), le(1, 2), le(8, 2))
  return bytes('RIFF', le(4 + format.length + 8 + data.length, 4), 'WAVE', format, 'data', le(data.length, 4), data)
}

const UNKNOWN = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]
const element = (id: number[], ...data: Part[]): Uint8Array => {
  const body = bytes(...data)
  return bytes(id, be(0x10000000 + body.length, 4), body)
}
const CLUSTER = [0x1f, 0x43, 0xb6, 0x75]
const block = (ms: number) => element([0xa3], [0x81], be(ms, 2), [0x80], 'sound')

/** As browsers record it: segment and clusters of unknown size, without a duration. `type` 1 is video. */
export const webm = (seconds: number, { type = 2, docType = 'webm' } = {}): Uint8Array => {
  const clusters = Array.from({ length: Math.max(1, Math.ceil(seconds / 10)) }, (_, at) =>
    bytes(
      CLUSTER,
      UNKNOWN,
      element([0xe7], be(at * 10_000, 4)),
      block(0),
      block(Math.min(10, seconds - at * 10) * 1000),
    ),
  )
  return bytes(
    element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], docType)),
    [0x18, 0x53, 0x80, 0x67],
    UNKNOWN,
    element([0x15, 0x49, 0xa9, 0x66], element([0x2a, 0xd7, 0xb1], be(1_000_000, 3))),
    element([0x16, 0x54, 0xae, 0x6b], element([0xae], element([0x83], [type]), element([0x86], 'A_OPUS'))),
    ...clusters,
  )
}

const page = (position: number, packet: Part, flags = 0) =>
  bytes('OggS\0', [flags], le(position, 8), le(7, 4), le(0, 4), le(0, 4), [1], [bytes(packet).length], packet)

export const ogg = (seconds: number, first: Part = bytes('OpusHead', [1, 1, 0, 0])): Uint8Array =>
  bytes(page(0, first, 2), page(24_000, 'sound'), page(seconds * 48_000, 'sound', 4))

const box = (type: string, ...data: Part[]): Uint8Array => {
  const body = bytes(...data)
  return bytes(be(body.length + 8, 4), type, body)
}
export const mp4 = (seconds: number, { brand = 'M4A ', handler = 'soun' } = {}): Uint8Array =>
  bytes(
    box('ftyp', brand, be(0, 4)),
    box(
      'moov',
      box('mvhd', be(0, 12), be(1000, 4), be(seconds * 1000, 4), be(0, 80)),
      box('trak', box('mdia', box('hdlr', be(0, 8), handler, be(0, 12)))),
    ),
    box('mdat', 'sound'),
  )

/** Frames of 128 kbit/s at 44.1 kHz: 417 bytes, 26 ms each. */
export const mp3 = (frames: number, tag: Part = ''): Uint8Array => {
  const frame = bytes([0xff, 0xfb, 0x90, 0x00], new Uint8Array(413))
  return bytes(tag, ...Array.from({ length: frames }, () => frame))
}
export const id3 = (text: string): Uint8Array =>
  bytes('ID3', [4, 0, 0], [0, 0, text.length >> 7, text.length & 127], text)
