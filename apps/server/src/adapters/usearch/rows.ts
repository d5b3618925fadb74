// The vectors of one agent in memory: blocks that the engine reads as they are, and where each id stands.
import { endianness } from 'node:os'
import type { StoredVector } from '../../modules/knowledge/knowledge.port.ts'

/** Rows of a full block: one call of the engine takes about a millisecond and a half at 1,536 numbers. */
const ROWS = 2048
const LEAST = 64

interface Block {
  readonly data: Float32Array
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

  /** The filled part of each block, with the ids of its rows. */
  *filled(): Generator<{ data: Float32Array; ids: readonly number[] }> {
    for (const { data, ids } of this.#blocks) yield { data: data.subarray(0, ids.length * this.dimensions), ids }
  }

  /** Adds a vector or replaces the one of its id. `expected` is how many there will be, so that room is made once. */
  put({ id, embedding }: StoredVector, expected: number): void {
    if (embedding.length !== this.dimensions * 4) return
    const place = this.#places.get(id) ?? this.#append(id, expected)
    const from = place.row * this.dimensions
    const { data } = place.block
    new Uint8Array(data.buffer, data.byteOffset + from * 4, embedding.length).set(native(embedding))
  }

  #append(id: number, expected: number): { block: Block; row: number } {
    let block = this.#blocks.at(-1)
    if (!block || (block.ids.length + 1) * this.dimensions > block.data.length) {
      const rows = Math.min(ROWS, Math.max(LEAST, expected - this.count))
      block = { data: new Float32Array(rows * this.dimensions), ids: [] }
      this.#blocks.push(block)
    }
    const place = { block, row: block.ids.length }
    block.ids.push(id)
    this.#places.set(id, place)
    return place
  }
}

/** Stored bytes in the order of this machine. */
const native = (embedding: Buffer): Buffer => (endianness() === 'LE' ? embedding : Buffer.from(embedding).swap32())
