// Texts and vectors of large knowledge bases: cut from the bench's passages, with vectors clustered by topic.
import { readPassages } from './questions.ts'

export interface Question {
  readonly kind: 'rare' | 'mixed' | 'common' | 'misspelt'
  readonly text: string
  readonly vector: Float32Array
}

export const DIMENSIONS = 1536
const [TOPICS, WORDS_A_CHUNK] = [200, 180]

const said = readPassages().flatMap(({ text }) => text.toLowerCase().match(/\p{L}+/gu) ?? [])
/** The most frequent word first. */
const ranked = [...Map.groupBy(said, (word) => word)]
  .toSorted((a, b) => b[1].length - a[1].length)
  .map(([word]) => word)
const centres = Array.from({ length: TOPICS }, (_, topic) => gaussians(random(1000 + topic)))

function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

function gaussians(next: () => number): Float32Array {
  const one = () => Math.sqrt(-2 * Math.log(next() || 1e-9)) * Math.cos(2 * Math.PI * next())
  return Float32Array.from({ length: DIMENSIONS }, one)
}

/** A unit vector near others of its topic. */
function vectorNear(n: number, seed: number): Float32Array {
  const centre = centres[n % TOPICS]
  const vector = gaussians(random(seed)).map((value, at) => value * 0.8 + (centre?.[at] ?? 0))
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

export function chunkOf(n: number): { readonly text: string; readonly vector: Float32Array } {
  const next = random(20_000_000 + n)
  const length = Math.round(WORDS_A_CHUNK * (0.6 + next() * 0.8))
  const from = Math.floor(next() * (said.length - length))
  return { text: `${said.slice(from, from + length).join(' ')}.`, vector: vectorNear(n, 30_000_000 + n) }
}

/** Questions of four kinds in turn, about the first `chunks` chunks. */
export function questionsOf(chunks: number, count: number): Question[] {
  const kinds = ['rare', 'mixed', 'common', 'misspelt'] as const
  return Array.from({ length: count }, (_, n) => {
    const next = random(90_000_000 + n)
    const about = Math.floor(next() * chunks)
    const kind = kinds[n % kinds.length] ?? 'mixed'
    const pick = (from: readonly string[]) => from[Math.floor(next() * from.length)] ?? ''
    const between = (low: number, high: number) => pick(ranked.slice(low, high))
    const own = () => pick(chunkOf(about).text.match(/\p{L}{6,}/gu) ?? ranked)
    const text = {
      rare: () => `what is the ${pick(ranked.slice(ranked.length / 2))} of ${own()}?`,
      mixed: () => `how do i ${own()} the ${between(100, 400)} with a ${between(300, 3000)} ${own()}`,
      common: () => `where is my ${between(90, 140)} ${between(100, 200)} and ${between(140, 300)}`,
      misspelt: () => `can you ${misspelt(own(), next)} a ${between(100, 400)} ${misspelt(own(), next)}`,
    }[kind]()
    return { kind, text, vector: vectorNear(about, 50_000_000 + n) }
  })
}

/** Swaps two letters or drops one. */
function misspelt(word: string, next: () => number): string {
  const at = 1 + Math.floor(next() * (word.length - 3))
  return next() < 0.5
    ? word.slice(0, at) + word.slice(at + 1)
    : word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2)
}
