/** Reads the steps of an agent's graph out of its instructions, and tells which of them a visitor's wish leads to. Pure. */
import { conceptsOf } from './concepts.ts'
import type { Variable } from './stepPhrases.ts'
import { isStopWord, stem, words } from './words.ts'

export type Step = {
  name: string
  isGlobal: boolean
  variables: Variable[]
  next: { name: string; condition: string }[]
}

const BEGIN = 'Work through these steps.'
const HEAD = /^Step «(.+)»( \(can be entered from every step\))?:$/
const VARIABLE = /(?:^|; )([^;()]{1,80}) \((text|email|phone|number|date|time|boolean)(, optional)?\)/g
const GO_ON = /^Go on to «(.+?)»(?: when: (.+))?$/
const LIMIT = 60_000

/** The steps in the order written; empty for instructions without a graph. */
export function readSteps(instructions: string): Step[] {
  const begin = instructions.indexOf(BEGIN)
  if (begin < 0) return []
  const steps: Step[] = []
  for (const line of instructions.slice(begin, begin + LIMIT).split('\n')) {
    const head = HEAD.exec(line)
    if (head) steps.push({ name: head[1] ?? '', isGlobal: head[2] !== undefined, variables: [], next: [] })
    const step = steps.at(-1)
    if (!step || head) continue
    const goOn = GO_ON.exec(line)
    if (goOn) step.next.push({ name: goOn[1] ?? '', condition: goOn[2] ?? '' })
    else if (line.startsWith('Ask for: ')) step.variables = readVariables(line.slice('Ask for: '.length))
  }
  return steps
}

function readVariables(list: string): Variable[] {
  return Array.from(list.matchAll(VARIABLE), ([, name = '', type = 'text', optional]) => ({
    name: name.trim(),
    type,
    required: optional === undefined,
  }))
}

/** Words of conditions that tell no wish from another. */
const COMMON = new Set(
  'visitor person traveller customer patient player caller user wants says gives names asks writes takes already known details everything there clearly agrees property'
    .split(' ')
    .map(stem),
)

/** What visitors of other languages call the wishes that conditions name in English. */
const WISHES: readonly (readonly [string, RegExp])[] = [
  ['rent', /^(?:rent|miete|mieten|louer|alquil|alug)/],
  ['sell', /^(?:sell|verkauf|vendre|vender)/],
  ['buy', /^(?:buy|purchase|kauf|acheter|comprar)/],
  ['move', /^(?:move|resched|verschieb|verleg|deplacer|aplazar|remarcar)/],
]
const wishesOf = (word: string): string[] => WISHES.flatMap(([wish, form]) => (form.test(word) ? [`=${wish}`] : []))

const marksOf = (text: string): Set<string> =>
  new Set(
    words(text)
      .filter((word) => !isStopWord(word))
      .flatMap((word) => [stem(word), ...conceptsOf(word).map((concept) => `=${concept}`), ...wishesOf(word)])
      .filter((mark) => !COMMON.has(mark)),
  )

function shared(heard: ReadonlySet<string>, text: string): number {
  const marks = marksOf(text)
  let count = 0
  // A word that is of a shared concept is counted once, by the concept.
  for (const mark of heard) if (marks.has(mark)) count += mark.startsWith('=') ? 1 : 0.7
  return count
}

/** The step that a wish leads to from `current`; those with values to ask for may also be known by the names of these. */
export function stepFor(message: string, steps: readonly Step[], current: Step | undefined): Step | undefined {
  const start = steps[0]
  if (!start) return undefined
  const heard = marksOf(message)
  const near = current && current !== start ? [...current.next, ...start.next] : start.next
  let best: { step: Step; score: number } | undefined
  for (const { name, condition } of near) {
    const step = steps.find((other) => other.name === name)
    if (!step) continue
    const named = step.variables.filter((variable) => shared(heard, variable.name.replaceAll('_', ' ')) > 0).length
    const declined = /\b(?:not|no|never)\b/.test(condition)
    const score = declined ? 0 : shared(heard, condition) + named * 0.6
    if (score >= 0.6 && score > (best?.score ?? 0) + 1e-9) best = { step, score }
  }
  return best?.step
}
