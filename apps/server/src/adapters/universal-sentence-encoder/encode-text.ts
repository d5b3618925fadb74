// One vector for a text of any length, from an encoder that reads 128 tokens at a time.
import { DIMENSIONS, type Encoder, MAX_TOKENS, unit } from './encoder.ts'

/** Windows read of a text; a chunk has fewer. */
const MAX_WINDOWS = 16
const SENTENCE = /[^.!?\n]+(?:[.!?]+["'”’)\]]*|\n|$)\s*/g

/** The mean of the windows' vectors, weighted by size. A unit vector; zeros for a text without letters. */
export function encodeText(encoder: Encoder, text: string): Float32Array {
  const sum = new Float32Array(DIMENSIONS)
  for (const window of windowsOf(encoder, text))
    for (const [n, value] of encoder.encode(window).entries()) sum[n] = (sum[n] ?? 0) + value * window.length
  return unit(sum)
}

/** Word pieces in groups of at most 128, cut between sentences. */
export function windowsOf(encoder: Pick<Encoder, 'tokens'>, text: string): number[][] {
  const windows: number[][] = []
  let window: number[] = []
  for (const [sentence] of text.matchAll(SENTENCE)) {
    let tokens = encoder.tokens(sentence)
    if (window.length + tokens.length > MAX_TOKENS && window.length > 0) {
      windows.push(window)
      window = []
    }
    for (; tokens.length > MAX_TOKENS; tokens = tokens.slice(MAX_TOKENS)) windows.push(tokens.slice(0, MAX_TOKENS))
    window.push(...tokens)
    if (windows.length >= MAX_WINDOWS) break
  }
  if (window.length > 0) windows.push(window)
  return windows.slice(0, MAX_WINDOWS)
}
