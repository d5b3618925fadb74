// Detects the format and duration of voice notes from their bytes: five containers that browsers record and play.
import { msg } from '@parlance/i18n/messages'

export const AUDIO_MIMES = {
  webm: 'audio/webm',
  ogg: 'audio/ogg',
  mp4: 'audio/mp4',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
} as const
export type AudioKind = keyof typeof AUDIO_MIMES
export const AUDIO_KINDS = Object.keys(AUDIO_MIMES) as readonly AudioKind[]
export const isAudioKind = (kind: string): kind is AudioKind => Object.hasOwn(AUDIO_MIMES, kind)
export const WRONG_AUDIO_KIND = msg('sound_types_allowed', {
  endings: AUDIO_KINDS.map((kind) => `.${kind}`).join(', '),
})

export interface AudioHead {
  readonly kind: AudioKind
  /** From the container's header; undefined if it has none. Written by the sender, so not to be trusted. */
  readonly seconds: number | undefined
}

interface Bytes {
  readonly at: Uint8Array
  readonly view: DataView
}
/** The duration in seconds, 0 if unknown; undefined if the bytes are not of this format. */
type Reader = (bytes: Bytes) => number | undefined

const says = ({ at }: Bytes, from: number, text: string): boolean =>
  [...text].every((char, index) => at[from + index] === char.charCodeAt(0))

/** Pure and total. Undefined for other formats, truncated headers, and video. */
export function audioHead(given: Uint8Array): AudioHead | undefined {
  const bytes: Bytes = { at: given, view: new DataView(given.buffer, given.byteOffset, given.byteLength) }
  for (const [kind, read] of READERS) {
    const seconds = safely(read, bytes)
    if (seconds !== undefined) return { kind, seconds: isLength(seconds) ? seconds : undefined }
  }
  return undefined
}

function safely(read: Reader, bytes: Bytes): number | undefined {
  try {
    return read(bytes)
  } catch (error) {
    // Reading past the end throws: the header is truncated.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const A_DAY = 86_400
const isLength = (seconds: number) => Number.isFinite(seconds) && seconds > 0 && seconds < A_DAY

const READERS: readonly (readonly [AudioKind, Reader])[] = [
  ['webm', readWebm],
  ['ogg', readOgg],
  ['mp4', readMp4],
  ['wav', readWav],
  ['mp3', readMp3],
]

const WEBM = {
  head: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  cluster: 0x1f43b675,
  time: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
} as const
const ENTERED: ReadonlySet<number> = new Set([
  WEBM.segment,
  WEBM.info,
  WEBM.tracks,
  WEBM.track,
  WEBM.cluster,
  WEBM.blockGroup,
])
const IS_SOUND = 2
/** More elements than any recording of a few minutes has. */
const MAX_ELEMENTS = 200_000

/** Walks the elements: browsers write segments and clusters of unknown size, and the duration only as block times. */
function readWebm(bytes: Bytes): number | undefined {
  const { view } = bytes
  if (bytes.at.length < 5 || view.getUint32(0) !== WEBM.head) return undefined
  const head = sized(bytes, 4)
  const end = head.from + head.size
  if (end > bytes.at.length || !isWebm(bytes, head.from, end)) return undefined
  let [scale, told, cluster, last, tracks] = [1_000_000, 0, 0, 0, 0]
  let at = end
  for (let count = 0; at < bytes.at.length && count < MAX_ELEMENTS; count += 1) {
    const id = idAt(bytes, at)
    if (id.length === 0 || at + id.length >= bytes.at.length) break
    const { from, size } = sized(bytes, at + id.length)
    if (ENTERED.has(id.value)) {
      at = from
      continue
    }
    if (id.value === WEBM.trackType) {
      if (whole(bytes, from, size) !== IS_SOUND) return undefined
      tracks += 1
    } else if (id.value === WEBM.scale) scale = whole(bytes, from, size)
    else if (id.value === WEBM.duration) told = size === 8 ? view.getFloat64(from) : view.getFloat32(from)
    else if (id.value === WEBM.time) cluster = whole(bytes, from, size)
    else if ((id.value === WEBM.simpleBlock || id.value === WEBM.block) && from + 3 < bytes.at.length)
      last = Math.max(last, cluster + view.getInt16(sized(bytes, from).from))
    at = from + size
  }
  return tracks === 0 ? undefined : (Math.max(told, last) * scale) / 1e9
}

/** Whether the document type is `webm`; `matroska` is the same container for video. */
function isWebm(bytes: Bytes, from: number, end: number): boolean {
  for (let at = from; at < end;) {
    const id = idAt(bytes, at)
    if (id.length === 0) return false
    const element = sized(bytes, at + id.length)
    if (id.value === WEBM.docType) return element.size === 4 && says(bytes, element.from, 'webm')
    at = element.from + element.size
  }
  return false
}

/** An id with its marker, as the table above writes it. */
function idAt({ at, view }: Bytes, from: number): { readonly value: number; readonly length: number } {
  const first = at[from] ?? 0
  const length = first & 0x80 ? 1 : first & 0x40 ? 2 : first & 0x20 ? 3 : first & 0x10 ? 4 : 0
  let value = 0
  for (let index = 0; index < length; index += 1) value = value * 256 + view.getUint8(from + index)
  return { value, length }
}

/** The size at `from` and the start of its data; an unknown size extends to the end. */
function sized({ at, view }: Bytes, from: number): { readonly from: number; readonly size: number } {
  const first = view.getUint8(from)
  const length = Math.clz32(first) - 23
  if (length > 8) throw new RangeError('not a size')
  let value = first & (0xff >> length)
  let unknown = value === 0xff >> length
  for (let index = 1; index < length; index += 1) {
    const byte = view.getUint8(from + index)
    unknown &&= byte === 0xff
    value = value * 256 + byte
  }
  return { from: from + length, size: unknown ? at.length - from - length : value }
}

function whole({ view }: Bytes, from: number, size: number): number {
  if (size > 8) throw new RangeError('not a number')
  let value = 0
  for (let index = 0; index < size; index += 1) value = value * 256 + view.getUint8(from + index)
  return value
}

const OGG_HEAD = 27
/** For each codec, the start of its first packet and the positions per second; 0 if the packet says it. */
const OGG_SOUNDS = [
  { begins: 'OpusHead', rateAt: undefined, rate: 48_000 },
  { begins: '\u0001vorbis', rateAt: 12, rate: 0 },
] as const

/** The position of the last page is the duration. */
function readOgg(bytes: Bytes): number | undefined {
  const { at, view } = bytes
  if (!says(bytes, 0, 'OggS\0')) return undefined
  const packet = OGG_HEAD + view.getUint8(OGG_HEAD - 1)
  const sound = OGG_SOUNDS.find(({ begins }) => says(bytes, packet, begins))
  if (!sound) return undefined
  const rate = sound.rateAt === undefined ? sound.rate : view.getUint32(packet + sound.rateAt, true)
  for (let page = at.length - OGG_HEAD; page > 0; page -= 1)
    if (at[page] === 0x4f && says(bytes, page, 'OggS\0')) {
      const position = view.getUint32(page + 6, true) + view.getUint32(page + 10, true) * 2 ** 32
      return rate > 0 ? position / rate : 0
    }
  return 0
}

/** Brands of audio files; pictures (`heic`, `avif`) use the same container. */
const BRANDS = ['M4A ', 'M4B ', 'mp41', 'mp42', 'isom', 'iso2', 'iso4', 'iso5', 'iso6', 'dash', 'mp4 ']
const MP4_ENTERED = ['moov', 'trak', 'mdia']

function readMp4(bytes: Bytes): number | undefined {
  if (!says(bytes, 4, 'ftyp') || !BRANDS.some((brand) => says(bytes, 8, brand))) return undefined
  const { at, view } = bytes
  let seconds = 0
  let sounds = 0
  let here = 0
  for (let count = 0; here + 8 <= at.length && count < MAX_ELEMENTS; count += 1) {
    const size = view.getUint32(here)
    const box = (type: string) => says(bytes, here + 4, type)
    if (MP4_ENTERED.some(box)) {
      here += 8
      continue
    }
    if (box('mvhd')) seconds = movieSeconds(view, here + 8)
    if (box('hdlr')) {
      if (says(bytes, here + 16, 'vide')) return undefined
      if (says(bytes, here + 16, 'soun')) sounds += 1
    }
    // Size 1 means that a 64-bit size follows, 0 that the box extends to the end.
    const long = size === 1 ? view.getUint32(here + 8) * 2 ** 32 + view.getUint32(here + 12) : size
    if (long < 8) break
    here += long
  }
  return sounds > 0 ? seconds : undefined
}

function movieSeconds(view: DataView, from: number): number {
  const isLong = view.getUint8(from) === 1
  const scale = view.getUint32(from + (isLong ? 20 : 12))
  const duration = isLong ? view.getUint32(from + 24) * 2 ** 32 + view.getUint32(from + 28) : view.getUint32(from + 16)
  return scale > 0 ? duration / scale : 0
}

function readWav(bytes: Bytes): number | undefined {
  const { at, view } = bytes
  if (!says(bytes, 0, 'RIFF') || !says(bytes, 8, 'WAVE')) return undefined
  let rate = 0
  for (let here = 12; here + 8 <= at.length;) {
    const size = view.getUint32(here + 4, true)
    if (says(bytes, here, 'fmt ')) rate = view.getUint32(here + 16, true)
    // Recorders write the size last, or never.
    if (says(bytes, here, 'data')) return rate > 0 ? Math.min(size, at.length - here - 8) / rate : undefined
    here += 8 + size + (size & 1)
  }
  return undefined
}

const KBPS = {
  one: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  two: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const
const HERTZ: Readonly<Record<number, readonly number[]>> = {
  0: [11_025, 12_000, 8000],
  2: [22_050, 24_000, 16_000],
  3: [44_100, 48_000, 32_000],
}
const LAYER_3 = 1
/** Consecutive frames required to detect MP3. */
const ENOUGH_FRAMES = 2

interface Frame {
  readonly bytes: number
  readonly seconds: number
}

/** Walks the frames after a tag. One frame may be a coincidence, two in a row are MP3. */
function readMp3(bytes: Bytes): number | undefined {
  const { at } = bytes
  let here = says(bytes, 0, 'ID3') ? 10 + sevenBits(bytes, 6) : 0
  let frames = 0
  let seconds = 0
  for (;;) {
    const frame = here + 4 <= at.length ? frameAt(bytes, here) : undefined
    if (!frame || here + frame.bytes > at.length) break
    frames += 1
    seconds += frame.seconds
    here += frame.bytes
  }
  return frames >= ENOUGH_FRAMES ? seconds : undefined
}

const sevenBits = ({ view }: Bytes, from: number): number =>
  [0, 1, 2, 3].reduce((sum, index) => sum * 128 + (view.getUint8(from + index) & 0x7f), 0)

function frameAt({ view }: Bytes, from: number): Frame | undefined {
  const head = view.getUint32(from)
  if (head >>> 21 !== 0x7ff || ((head >>> 17) & 3) !== LAYER_3) return undefined
  const version = (head >>> 19) & 3
  const hertz = HERTZ[version]?.[(head >>> 10) & 3]
  const kbps = KBPS[version === 3 ? 'one' : 'two'][(head >>> 12) & 15]
  if (!hertz || !kbps) return undefined
  const samples = version === 3 ? 1152 : 576
  const bytes = Math.floor(((samples / 8) * kbps * 1000) / hertz) + ((head >>> 9) & 1)
  return { bytes, seconds: samples / hertz }
}
