// The quantised vectors of one agent in memory, in blocks that the engine reads directly, with the position of each id.
import { endianness } from 'node:os'
import type { StoredVector } from '../../modules/knowledge/ports.ts'

/** Bytes of a block, which the engine scans in about a millisecond. */
const BLOCK = 6 * 1024 * 1024
const LEAST = 64

interface Block {
  readonly data: Int8Array
  readonly ids: number[]
}

export class Rows {
  readonly dimensions: number
  readonly #blocks: Block[] = []
  readonly #places = new Map<number, { block: Block; row: number }>()

  constructor(dimensions: number) {
    this.dimensions = dimensions
  }

  get count(): number {
    return this.#places.size
  }
  get bytes(): number {
    return this.#blocks.reduce((sum, { data }) => sum + data.byteLength, 0)
  }

  *filled(): Generator<{ data: Int8Array; ids: readonly number[] }> {
    for (const { data, ids } of this.#blocks) yield { data: data.subarray(0, ids.length * this.dimensions), ids }
  }

  /** Adds a vector or replaces the one with its id. `expected` is the final number, to allocate once. */
  put({ id, embedding }: StoredVector, expected: number): void {
    if (embedding.length !== this.dimensions * 4) return
    const place = this.#places.get(id) ?? this.#append(id, expected)
    const from = place.row * this.dimensions
    quantise(floatsOf(embedding), place.block.data.subarray(from, from + this.dimensions))
  }

  #append(id: number, expected: number): { block: Block; row: number } {
    let block = this.#blocks.at(-1)
    if (!block || (block.ids.length + 1) * this.dimensions > block.data.length) {
      const full = Math.max(LEAST, Math.floor(BLOCK / this.dimensions))
      const rows = Math.min(full, Math.max(LEAST, expected - this.count))
      block = { data: new Int8Array(rows * this.dimensions), ids: [] }
      this.#blocks.push(block)
    }
    const place = { block, row: block.ids.length }
    block.ids.push(id)
    this.#places.set(id, place)
    return place
  }
}

/** The vector as integers from -127 to 127, scaled by its largest element. */
export function quantise(vector: Float32Array, into: Int8Array = new Int8Array(vector.length)): Int8Array {
  let largest = 0
  for (const value of vector) largest = Math.max(largest, Math.abs(value))
  const scale = largest > 0 && Number.isFinite(largest) ? 127 / largest : 0
  for (let at = 0; at < vector.length; at += 1) into[at] = Math.round((vector[at] ?? 0) * scale)
  return into
}

export function floatsOf(embedding: Buffer): Float32Array {
  const isReady = endianness() === 'LE' && embedding.byteOffset % 4 === 0
  const { buffer, byteOffset, byteLength } = isReady ? embedding : aligned(embedding)
  return new Float32Array(buffer, byteOffset, byteLength / 4)
}

function aligned(embedding: Buffer): Buffer {
  const copy = Buffer.from(new Uint8Array(embedding).buffer)
  return endianness() === 'LE' ? copy : copy.swap32()
}
