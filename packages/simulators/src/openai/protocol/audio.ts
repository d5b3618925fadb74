/** The length of a recording, read from its container as far as possible without a decoder. */

/** The first bytes of the types that OpenAI accepts, by extension. */
const [MP3, MP4] = [/^(?:ID3|\u00ff)/, /^.{4}ftyp/s]
const MARKS: Readonly<Record<string, RegExp>> = {
  // oxlint-disable-next-line no-control-regex -- the signature of WebM begins with this byte
  webm: /^\u001aE\u00df\u00a3/,
  ogg: /^OggS/,
  oga: /^OggS/,
  flac: /^fLaC/,
  wav: /^.{8}WAVE/s,
  mp3: MP3,
  mpga: MP3,
  mpeg: MP3,
  mp4: MP4,
  m4a: MP4,
}
export const FILE_EXTENSIONS = Object.keys(MARKS)

/** Whether the bytes match the extension. */
export function isAudioOf(filename: string, bytes: Buffer): boolean {
  const ending = /\.(\w+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(MARKS, ending) && MARKS[ending]?.test(bytes.toString('latin1', 0, 16)) === true
}

/** In seconds, to a hundredth; estimated by size when the container does not say. */
export function durationOf(bytes: Buffer): number {
  const told = wav(bytes) ?? webm(bytes) ?? ogg(bytes)
  return Math.max(0.01, Math.round((told ?? bytes.length / 4000) * 100) / 100)
}

function wav(bytes: Buffer): number | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined
  const data = bytes.indexOf('data', 12, 'latin1')
  const rate = bytes.length > 32 ? bytes.readUInt32LE(28) : 0
  return data > 0 && rate > 0 ? (bytes.length - data - 8) / rate : undefined
}

/** The time of the last block in the last cluster, in the milliseconds that browsers use. */
function webm(bytes: Buffer): number | undefined {
  if (bytes.length < 4 || bytes.readUInt32BE(0) !== 0x1a45dfa3) return undefined
  const cluster = bytes.lastIndexOf(Buffer.from([0x1f, 0x43, 0xb6, 0x75]))
  const time = cluster < 0 ? -1 : bytes.indexOf(0xe7, cluster + 4)
  if (time < 0) return undefined
  const size = (bytes[time + 1] ?? 0x81) & 0x0f
  let at = time + 2 + size
  let last = 0
  while (bytes[at] === 0xa3) {
    const block = sized(bytes, at + 1)
    if (block.from + 3 > bytes.length) break
    last = bytes.readInt16BE(block.from + 1)
    at = block.from + block.size
  }
  const began = size > 0 && size <= 6 ? bytes.readUIntBE(time + 2, size) : 0
  return (began + last) / 1000
}

function sized(bytes: Buffer, at: number): { from: number; size: number } {
  const first = bytes[at] ?? 0
  const length = Math.min(4, Math.clz32(first || 1) - 23)
  let size = first & (0xff >> length)
  for (let index = 1; index < length; index += 1) size = size * 256 + (bytes[at + index] ?? 0)
  return { from: at + length, size }
}

/** Opus has 48,000 samples a second; the last page says how many there were. */
function ogg(bytes: Buffer): number | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'OggS') return undefined
  const page = bytes.lastIndexOf('OggS', undefined, 'latin1')
  return page + 14 <= bytes.length ? Number(bytes.readBigUInt64LE(page + 6)) / 48_000 : undefined
}
