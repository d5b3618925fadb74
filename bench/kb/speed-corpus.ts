// Synthetic texts and vectors of large knowledge bases: words by Zipf's law, sentences by topic, clustered vectors.

const STOP =
  'the of and to in is you that it he was for on are with as they be at one have this from or had by not but what all were when we there can an your which their said if do will each about how up out them then she many some so these would other into has more her two like him see time could no make than first been its who now people my made over did down only way find use may water long little very after words called just where most know'.split(
    ' ',
  )
const ONSETS = 'b c d f g h j k l m n p r s t v w br cl cr dr fl gr pl pr sh sp st tr th'.split(' ')
const VOWELS = 'a e i o u ai ea ou'.split(' ')
const CODAS = ['', '', 'n', 'r', 's', 't', 'l', 'nd', 'rt', 'ck', 'm']

function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface Corpus {
  readonly words: readonly string[]
  readonly dimensions: number
  readonly chunk: (n: number) => { readonly text: string; readonly vector: Float32Array }
  readonly vectorNear: (n: number, seed: number) => Float32Array
}

const [VOCABULARY, TOPICS, WORDS_A_CHUNK, DIMENSIONS] = [40_000, 200, 180, 1536]

export function createCorpus(): Corpus {
  const words = vocabularyOf(VOCABULARY)
  const centres = Array.from({ length: TOPICS }, (_, topic) => gaussians(random(1000 + topic), DIMENSIONS))
  const topicOf = (n: number) => Math.floor(random(7_000_000 + n)() * TOPICS)
  const near = (topic: number, seed: number) => {
    const noise = gaussians(random(seed), DIMENSIONS)
    return unit(noise.map((value, at) => value * 0.8 + (centres[topic]?.[at] ?? 0)))
  }
  return {
    words,
    dimensions: DIMENSIONS,
    vectorNear: (n, seed) => near(topicOf(n), 50_000_000 + seed),
    chunk(n) {
      const next = random(20_000_000 + n)
      const topic = topicOf(n)
      const text = Array.from({ length: WORDS_A_CHUNK * (0.6 + next() * 0.8) }, (_, at) => {
        // A fifth of the words belongs to the text's topic.
        const rank = next() < 0.2 ? 200 + topic * 40 + Math.floor(next() * 40) : zipf(next(), words.length)
        return `${words[rank] ?? ''}${at % 14 === 13 ? '.' : ''}`
      }).join(' ')
      return { text, vector: near(topic, 30_000_000 + n) }
    },
  }
}

function vocabularyOf(count: number): string[] {
  const next = random(42)
  const pick = (from: readonly string[]) => from[Math.floor(next() * from.length)] ?? ''
  const words = new Set(STOP)
  while (words.size < count) {
    const syllables = 2 + Math.floor(next() * 3)
    words.add(Array.from({ length: syllables }, () => pick(ONSETS) + pick(VOWELS) + pick(CODAS)).join(''))
  }
  return [...words]
}

/** A rank such that the n-th word occurs about 1/n as often as the first. */
const zipf = (u: number, count: number): number =>
  Math.min(count - 1, Math.floor(Math.exp(u * Math.log(count + 1))) - 1)

function gaussians(next: () => number, size: number): Float32Array {
  return Float32Array.from(
    { length: size },
    () => Math.sqrt(-2 * Math.log(next() || 1e-9)) * Math.cos(2 * Math.PI * next()),
  )
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

export interface Question {
  readonly kind: 'rare' | 'mixed' | 'common' | 'misspelt'
  readonly text: string
  readonly vector: Float32Array
}

/** Questions of four kinds in turn, about the first `chunks` chunks. */
export function questionsOf(corpus: Corpus, chunks: number, count: number): Question[] {
  const kinds = ['rare', 'mixed', 'common', 'misspelt'] as const
  return Array.from({ length: count }, (_, n) => {
    const next = random(90_000_000 + n)
    const about = Math.floor(next() * chunks)
    const kind = kinds[n % kinds.length] ?? 'mixed'
    const held = corpus.chunk(about).text.replaceAll('.', '').split(' ')
    const between = (low: number, high: number) => corpus.words[low + Math.floor(next() * (high - low))] ?? ''
    const mine = held.filter((word) => word.length >= 6)
    const own = () => mine[Math.floor(next() * mine.length)] ?? between(2000, 9000)
    const text = {
      rare: () => `what is the ${between(9000, 30_000)} of ${own()}?`,
      mixed: () => `how do i ${own()} the ${between(100, 400)} with a ${between(300, 3000)} ${own()}`,
      common: () => `where is my ${between(90, 140)} ${between(100, 200)} and ${between(140, 300)}`,
      misspelt: () => `can you ${misspelt(own(), next)} a ${between(100, 400)} ${misspelt(own(), next)}`,
    }[kind]()
    return { kind, text, vector: corpus.vectorNear(about, n) }
  })
}

/** Swaps two letters or drops one. */
function misspelt(word: string, next: () => number): string {
  const at = 1 + Math.floor(next() * (word.length - 3))
  return next() < 0.5
    ? word.slice(0, at) + word.slice(at + 1)
    : word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2)
}
