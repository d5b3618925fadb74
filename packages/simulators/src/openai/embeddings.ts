/**
 * Offline embeddings: signed hashes of the text's word stems, of its support concepts and, with less weight, of the
 * letter groups of its words. Paraphrases that share words, concepts or spellings come out close to each other.
 */
import { conceptsOf } from './language/concepts.ts'
import { countTokens } from './protocol/tokens.ts'
import { normalize, isStopWord, isWeak, stem, words } from './language/words.ts'
import type { EmbeddingsRequest } from './protocol/types.ts'

const WEIGHT = { stem: 1, weak: 0.4, stop: 0.08, concept: 1.3, grams: 0.5, fallback: 1 }

/** Returns a unit vector of `dimensions` numbers; deterministic. */
export function embed(text: string, dimensions: number): Float32Array {
  const features = featuresOf(text)
  const vector = new Float64Array(dimensions)
  for (const [feature, weight] of features) {
    const hash = fnv1a(feature)
    const at = (hash >>> 1) % dimensions
    vector[at] = (vector[at] ?? 0) + (hash & 1 ? weight : -weight)
  }
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1
  return Float32Array.from(vector, (value) => value / length)
}

/** Features with their weights; a repeated word counts by the square root of its count. */
function featuresOf(text: string): Map<string, number> {
  const counts = new Map<string, { weight: number; times: number }>()
  const add = (feature: string, weight: number): void => {
    const known = counts.get(feature)
    if (known) known.times += 1
    else counts.set(feature, { weight, times: 1 })
  }
  for (const word of words(text)) {
    if (isStopWord(word)) {
      add(`s:${word}`, WEIGHT.stop)
      continue
    }
    const weight = isWeak(word) || /^\d+$/.test(word) ? WEIGHT.weak : WEIGHT.stem
    add(`w:${stem(word)}`, weight)
    for (const concept of conceptsOf(word)) {
      add(`c:${concept}`, WEIGHT.concept)
      // A day of the week usually refers to opening hours.
      if (/^(?:day\d|week)/.test(concept)) add('c:hours', WEIGHT.concept)
    }
    const grams = gramsOf(word)
    for (const gram of grams) add(`g:${gram}`, (WEIGHT.grams * weight) / Math.sqrt(grams.length))
  }
  if (counts.size === 0) add(`t:${normalize(text)}`, WEIGHT.fallback)
  return new Map([...counts].map(([feature, { weight, times }]) => [feature, weight * Math.sqrt(times)]))
}

function gramsOf(word: string): string[] {
  const padded = [...`^${word.slice(0, 40)}$`]
  const grams: string[] = []
  for (const size of [3, 4, 5])
    for (let at = 0; at + size <= padded.length; at += 1) grams.push(padded.slice(at, at + size).join(''))
  return grams
}

/** FNV-1a over UTF-16 units with a final mix, so that the low bits depend on every letter. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}

/** The response body of `POST /v1/embeddings` for a validated request. */
export function embeddingsBody(request: EmbeddingsRequest, nativeDimensions: number): object {
  const inputs = typeof request.input === 'string' ? [request.input] : request.input
  const dimensions = request.dimensions ?? nativeDimensions
  const isPacked = request.encoding_format === 'base64'
  const tokens = inputs.reduce((sum, text) => sum + countTokens(text), 0)
  return {
    object: 'list',
    data: inputs.map((text, index) => {
      const vector = embed(text, dimensions)
      return {
        object: 'embedding',
        index,
        embedding: isPacked ? Buffer.from(vector.buffer).toString('base64') : Array.from(vector),
      }
    }),
    model: request.model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  }
}
