// The one loop that embedding spends its time in, as WebAssembly made here byte by byte: C = max(floor, A × B + bias).
import { type Memory, WebAssembly } from './wasm.ts'

/**
 * Multiplies float matrices that lie in the memory. `b` is packed by `packColumns`. Rows come in fours, `k` is a multiple of
 * four, `n` of eight: whoever calls leaves that much room. Pointers and strides are in bytes.
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

/** Columns that are packed together. */
export const PANEL = 8
/** Rows that are multiplied together. */
export const ROWS = 4

const I32 = 0x7f
const F32 = 0x7d
const V128 = 0x7b
const UNROLL = 4

const uleb = (value: number): number[] => {
  const bytes: number[] = []
  let rest = value
  do {
    const low = rest & 0x7f
    rest >>>= 7
    bytes.push(rest === 0 ? low : low | 0x80)
  } while (rest !== 0)
  return bytes
}
const sleb = (value: number): number[] => {
  const bytes: number[] = []
  let rest = value
  for (;;) {
    const low = rest & 0x7f
    rest >>= 7
    if ((rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0)) return [...bytes, low]
    bytes.push(low | 0x80)
  }
}
const vector = (items: readonly (readonly number[])[]): number[] => [...uleb(items.length), ...items.flat()]
const section = (id: number, content: readonly number[]): number[] => [id, ...uleb(content.length), ...content]
const text = (name: string): number[] => [...uleb(name.length), ...new TextEncoder().encode(name)]

const get = (local: number): number[] => [0x20, ...uleb(local)]
const set = (local: number): number[] => [0x21, ...uleb(local)]
const number = (value: number): number[] => [0x41, ...sleb(value)]
const add = [0x6a]
const sub = [0x6b]
const mul = [0x6c]
const simd = (code: number): number[] => [0xfd, ...uleb(code)]
const load = (offset: number): number[] => [...simd(0x00), 2, ...uleb(offset)]
const loadSplat = (offset: number): number[] => [...simd(0x09), 2, ...uleb(offset)]
const store = (offset: number): number[] => [...simd(0x0b), 2, ...uleb(offset)]
const splat = simd(0x13)
const plus = simd(0xe4)
const times = simd(0xe6)
const greater = simd(0xe9)
const madd = simd(0x105)
/** Repeats while the i32 that `again` leaves is not 0; the body runs at least once. */
const loop = (body: readonly number[], again: readonly number[]): number[] => [
  0x03,
  0x40,
  ...body,
  ...again,
  0x0d,
  0,
  0x0b,
]

/** Slots of parameters and locals, in the order in which they are declared. */
const P = { a: 0, aStride: 1, b: 2, bias: 3, c: 4, cStride: 5, rows: 6, k: 7, n: 8, floor: 9 }
const L = {
  row: 10,
  left: 11,
  cRow: 12,
  bAt: 13,
  a: [14, 15, 16, 17],
  low: 18,
  high: 19,
  least: 20,
  factor: 21,
  acc: 22,
}
const acc = (row: number, half: number): number => L.acc + row * 2 + half

/** One number of k: two vectors of B times one number of each of the four rows. */
function step(at: number, fused: boolean): number[] {
  const loads = [...get(L.bAt), ...load(at * 32), ...set(L.low), ...get(L.bAt), ...load(at * 32 + 16), ...set(L.high)]
  const factors = L.a.map((pointer) => [...get(pointer), ...loadSplat(at * 4)])
  const products = factors.flatMap((factor, row) => [
    ...factor,
    ...set(L.factor),
    ...[L.low, L.high].flatMap((b, half) => {
      const into = acc(row, half)
      return fused
        ? [...get(L.factor), ...get(b), ...get(into), ...madd, ...set(into)]
        : [...get(into), ...get(L.factor), ...get(b), ...times, ...plus, ...set(into)]
    }),
  ])
  return [...loads, ...products]
}

const advance = (local: number, by: readonly number[]): number[] => [...get(local), ...by, ...add, ...set(local)]

/** Four rows times eight columns, from the first number of k to the last. */
function block(fused: boolean): number[] {
  const rowStart = L.a.flatMap((pointer, row) =>
    row === 0
      ? [...get(L.row), ...set(pointer)]
      : [...get(L.a[row - 1] ?? 0), ...get(P.aStride), ...add, ...set(pointer)],
  )
  const clear = L.a.flatMap((_, row) =>
    [0, 1].flatMap((half) => [...get(P.bias), ...load(half * 16), ...set(acc(row, half))]),
  )
  const inner = loop(
    [
      ...Array.from({ length: UNROLL }, (_, at) => step(at, fused)).flat(),
      ...advance(L.bAt, number(UNROLL * 32)),
      ...L.a.flatMap((pointer) => advance(pointer, number(UNROLL * 4))),
    ],
    [...get(L.left), ...number(UNROLL), ...sub, 0x22, ...uleb(L.left)],
  )
  return [...rowStart, ...clear, ...get(P.b), ...set(L.bAt), ...get(P.k), ...set(L.left), ...inner]
}

function body(fused: boolean): number[] {
  const write = L.a.flatMap((_, row) => [
    ...[0, 1].flatMap((half) => [
      ...get(L.cRow),
      ...get(acc(row, half)),
      ...get(L.least),
      ...greater,
      ...store(half * 16),
    ]),
    ...advance(L.cRow, get(P.cStride)),
  ])
  const rows = loop(
    [...block(fused), ...write, ...advance(L.row, [...get(P.aStride), ...number(ROWS), ...mul])],
    [...get(L.row), ...get(P.a), ...get(P.aStride), ...get(P.rows), ...mul, ...add, 0x49],
  )
  return [
    ...get(P.floor),
    ...splat,
    ...set(L.least),
    ...loop(
      [
        ...get(P.a),
        ...set(L.row),
        ...get(P.c),
        ...set(L.cRow),
        ...rows,
        ...advance(P.b, [...get(P.k), ...number(PANEL * 4), ...mul]),
        ...advance(P.bias, number(PANEL * 4)),
        ...advance(P.c, number(PANEL * 4)),
      ],
      [...get(P.n), ...number(PANEL), ...sub, 0x22, ...uleb(P.n)],
    ),
    0x0b,
  ]
}

const MAGIC = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]

function moduleBytes(fused: boolean): Uint8Array {
  const parameters = [I32, I32, I32, I32, I32, I32, I32, I32, I32, F32]
  const code = [
    ...vector([
      [8, I32],
      [4 + ROWS * 2, V128],
    ]),
    ...body(fused),
  ]
  return Uint8Array.from([
    ...MAGIC,
    ...section(1, vector([[0x60, ...uleb(parameters.length), ...parameters, 0]])),
    ...section(2, vector([[...text('e'), ...text('m'), 0x02, 0x00, 1]])),
    ...section(3, vector([[0]])),
    ...section(7, vector([[...text('gemm'), 0x00, 0]])),
    ...section(10, vector([[...uleb(code.length), ...code]])),
  ])
}

/** The multiplication over this memory; with fused multiply-add where the machine has it in its vectors. */
export async function createGemm(memory: Memory): Promise<Gemm> {
  const fused = moduleBytes(true)
  const bytes = WebAssembly.validate(fused) ? fused : moduleBytes(false)
  const { instance } = await WebAssembly.instantiate(bytes, { e: { m: memory } })
  const { gemm } = instance.exports
  if (typeof gemm !== 'function') throw new Error('the multiplication is not there')
  return (...args) => {
    gemm(...args)
  }
}

/**
 * Brings the columns of a `k` × `n` matrix into panels of eight that are read from front to back. `at(row, column)` answers
 * where a number stands in `from`; what lies beyond `rows` or `columns` of it becomes 0.
 */
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
