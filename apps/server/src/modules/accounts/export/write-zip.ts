// Writes a ZIP archive as a stream, with ZIP64 records where sizes, offsets or the number of entries need them.
import { pipeline } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  /** Stored as it is. */
  readonly isPacked?: boolean
  readonly pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

interface Written {
  readonly name: Buffer
  readonly method: number
  readonly time: number
  readonly crc: number
  readonly packedSize: number
  readonly size: number
  readonly start: number
}

const MAX_16 = 0xff_ff
const MAX_32 = 0xff_ff_ff_ff
const [STORED, DEFLATED] = [0, 8]
/** Sizes follow the data; names are UTF-8. */
const FLAGS = 0x08_08
const [VERSION, VERSION_64] = [20, 45]
const ZIP64_EXTRA = 1

/** Compresses chunk by chunk, with one chunk in memory. */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  at: Date,
): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let offset = 0
  const passed = <T extends Uint8Array>(bytes: T): T => {
    offset += bytes.length
    return bytes
  }
  for await (const { name, isPacked = false, pieces } of entries) {
    const entry = { name: Buffer.from(name), method: isPacked ? STORED : DEFLATED, time: dosTime(at), start: offset }
    yield passed(localHeader(entry))
    let [crc, size] = [0, 0]
    const read = async function* () {
      for await (const piece of pieces) {
        crc = crc32(piece, crc)
        size += piece.length
        yield piece
      }
    }
    const before = offset
    for await (const piece of isPacked ? read() : pipeline(read, createDeflateRaw(), () => {}))
      yield passed(piece as Uint8Array)
    const written = { ...entry, crc, size, packedSize: offset - before }
    yield passed(descriptor(written))
    directory.push(directoryRecord(written))
  }
  const start = offset
  for (const record of directory) yield passed(record)
  yield endRecords({ count: directory.length, start, bytes: offset - start })
}

/** Seconds are even. */
const dosTime = (at: Date): number =>
  (((at.getUTCFullYear() - 1980) << 25) |
    ((at.getUTCMonth() + 1) << 21) |
    (at.getUTCDate() << 16) |
    (at.getUTCHours() << 11) |
    (at.getUTCMinutes() << 5) |
    (at.getUTCSeconds() >> 1)) >>>
  0

type Field = readonly [bytes: 2 | 4 | 8, value: number]
function fields(...given: readonly Field[]): Buffer {
  const out = Buffer.alloc(given.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of given) {
    if (bytes === 8) out.writeBigUInt64LE(BigInt(value), at)
    else out.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return out
}
const fit16 = (value: number) => Math.min(value, MAX_16)
const fit32 = (value: number) => Math.min(value, MAX_32)

const localHeader = ({ name, method, time }: Pick<Written, 'name' | 'method' | 'time'>) =>
  Buffer.concat([
    fields(
      [4, 0x04_03_4b_50],
      [2, VERSION],
      [2, FLAGS],
      [2, method],
      [4, time],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ),
    name,
  ])

function descriptor({ crc, packedSize, size }: Written): Buffer {
  const bytes = Math.max(packedSize, size) < MAX_32 ? 4 : 8
  return fields([4, 0x08_07_4b_50], [4, crc], [bytes, packedSize], [bytes, size])
}

function directoryRecord({ name, method, time, crc, packedSize, size, start }: Written): Buffer {
  const large = [size, packedSize, start].filter((value) => value >= MAX_32)
  const extra =
    large.length === 0
      ? Buffer.alloc(0)
      : fields([2, ZIP64_EXTRA], [2, 8 * large.length], ...large.map((value): Field => [8, value]))
  const version = large.length === 0 ? VERSION : VERSION_64
  return Buffer.concat([
    fields(
      [4, 0x02_01_4b_50],
      [2, version],
      [2, version],
      [2, FLAGS],
      [2, method],
      [4, time],
      [4, crc],
      [4, fit32(packedSize)],
      [4, fit32(size)],
      [2, name.length],
      [2, extra.length],
      // Comment, disk and attributes.
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, fit32(start)],
    ),
    name,
    extra,
  ])
}

function endRecords({ count, start, bytes }: { count: number; start: number; bytes: number }): Buffer {
  const end = fields(
    [4, 0x06_05_4b_50],
    [2, 0],
    [2, 0],
    [2, fit16(count)],
    [2, fit16(count)],
    [4, fit32(bytes)],
    [4, fit32(start)],
    [2, 0],
  )
  if (count < MAX_16 && start < MAX_32 && bytes < MAX_32) return end
  return Buffer.concat([
    fields(
      [4, 0x06_06_4b_50],
      [8, 44],
      [2, VERSION_64],
      [2, VERSION_64],
      [4, 0],
      [4, 0],
      [8, count],
      [8, count],
      [8, bytes],
      [8, start],
    ),
    // Where the record above starts, and the number of disks.
    fields([4, 0x07_06_4b_50], [4, 0], [8, start + bytes], [4, 1]),
    end,
  ])
}
