import { readFile } from 'node:fs/promises'
import { sourcePath } from '../../lib/paths.ts'
import { type Memory, WebAssembly } from './wasm.ts'

/**
 * Multiplies float matrices in the memory: C = max(floor, A × B + bias). `b` is packed by `packColumns`. Rows are processed
 * in fours and `n` is a multiple of eight: callers allocate accordingly. Pointers and strides are in bytes.
 */
export type Gemm = (
  a: number,
  aStride: number,
  b: number,
  bias: number,
  c: number,
  cStride: number,
  rows: number,
  k: number,
  n: number,
  floor: number,
) => void

export const PANEL = 8
export const ROWS = 4

export async function createGemm(memory: Memory): Promise<Gemm> {
  const bytes = await readFile(sourcePath('adapters/universal-sentence-encoder/gemm.wasm'))
  const { instance } = await WebAssembly.instantiate(bytes, { env: { memory } })
  return instance.exports['gemm'] as Gemm
}

/** Packs the columns of a `k` × `n` matrix into panels of eight. `at` gives an element's index; padding becomes 0. */
export function packColumns(
  from: Float32Array,
  to: Float32Array,
  { k, n, start, rowStep, columnStep, rows, columns }: Packing,
): void {
  let out = 0
  for (let panel = 0; panel < n; panel += PANEL)
    for (let row = 0; row < k; row += 1)
      for (let column = panel; column < panel + PANEL; column += 1) {
        to[out] = row < rows && column < columns ? (from[start + row * rowStep + column * columnStep] ?? 0) : 0
        out += 1
      }
}

export interface Packing {
  readonly k: number
  readonly n: number
  readonly start: number
  readonly rowStep: number
  readonly columnStep: number
  readonly rows: number
  readonly columns: number
}
