/**
 * Plays the steps of an agent's graph that ask for values: it reads the whole conversation anew each time, decides where it
 * stands, and asks for what is missing, reads it back and takes corrections. It keeps nothing between requests. Pure.
 */
import type { Language } from './phrases.ts'
import { complaint, kindOf, labelOf, questionFor, STEP_PHRASES } from './stepPhrases.ts'
import type { Variable } from './stepPhrases.ts'
import type { Step } from './steps.ts'
import { readSteps, stepFor } from './steps.ts'
import { corrects, find, givesUp, isQuestion, saysNo, saysYes, usualSpelling } from './values.ts'
import { fold } from './words.ts'

/** One message of a visitor with what was said right before it and right after. */
export type Turn = { said: string; before: string; reply?: string }

type State = {
  step: Step | undefined
  /** The step whose values are being taken. */
  taking: Step | undefined
  values: Map<string, string>
  /** `suggest`: a likelier spelling of the address was offered. */
  phase: 'asking' | 'confirming' | 'changing'
  suggest: string | undefined
}

/** What to say: `say` alone, or, when `aside`, an answer to the question in between and then `say`. */
export type Move = { say: string; aside?: boolean }

const MOST_TURNS = 60

/** The next move of the conversation; `undefined` when no step is asking for anything. */
export function play(instructions: string, turns: readonly Turn[], language: Language): Move | undefined {
  const steps = readSteps(instructions)
  if (!steps.some(({ variables }) => variables.length > 0)) return undefined
  const state: State = { step: steps[0], taking: undefined, values: new Map(), phase: 'asking', suggest: undefined }
  let move: Move | undefined
  for (const turn of turns.slice(-MOST_TURNS)) move = advance(state, turn, steps, language)
  return move
}

function advance(state: State, turn: Turn, steps: readonly Step[], language: Language): Move | undefined {
  if (!state.taking) return enter(state, turn, steps, language)
  const { said } = turn
  const say = STEP_PHRASES[language]
  if (givesUp(said)) return leave(state, say.left)
  if (isQuestion(said) && !takeTyped(state, said)) return { say: open(state, language), aside: true }
  if (state.suggest) return settle(state, said, language)
  return state.phase === 'asking' ? asked(state, said, language) : confirm(state, said, steps, language)
}

function enter(state: State, turn: Turn, steps: readonly Step[], language: Language): Move | undefined {
  const { said, before, reply } = turn
  const greeted = greetingAsks(before, steps)
  const question = isQuestion(said)
  if (greeted && (saysNo(said) || givesUp(said))) return { say: STEP_PHRASES[language].left }
  const step = stepFor(said, steps, state.step)
  const wished = step ?? typedFor(said, steps[0], steps)
  const only = onlyNext(state.step, steps)
  if (!wished || (step && step.variables.length === 0)) {
    if (step) state.step = step
    const willing = saysYes(said) && only && only.variables.length > 0
    const named = greeted && !question && kindOf(greeted.variable) === 'name' && find(greeted.variable, said, true)
    const tried = greeted && !question && kindOf(greeted.variable) === 'email' && said.includes('@')
    if (!willing && !named && !tried) return undefined
    begin(state, willing ? only : (greeted?.step ?? only))
    return asked(state, willing ? '' : said, language)
  }
  // A question leads on only when it was not answered otherwise: the reply shows it.
  if (question && reply !== undefined && !asksAny(reply, wished)) return undefined
  begin(state, wished)
  takeTyped(state, said)
  if (greeted?.step === wished && !question) {
    const { variable } = greeted
    if (kindOf(variable) === 'email' && said.includes('@')) return asked(state, said, language)
    const name = kindOf(variable) === 'name' && find(variable, said, true)
    if (name) state.values.set(variable.name, name)
  }
  const move = next(state, language)
  return question ? { ...move, aside: true } : move
}

function begin(state: State, step: Step | undefined): void {
  state.taking = step
  state.step = step
  state.values = new Map()
  state.phase = 'asking'
  state.suggest = undefined
}

function leave(state: State, say: string): Move {
  state.taking = undefined
  return { say }
}

const required = (step: Step | undefined): Variable[] => step?.variables.filter((each) => each.required) ?? []

function onlyNext(step: Step | undefined, steps: readonly Step[]): Step | undefined {
  const followers = step?.next.flatMap(({ name }) => steps.find((other) => other.name === name) ?? []) ?? []
  const taking = followers.filter(({ variables }) => variables.length > 0)
  return taking.length === 1 ? taking[0] : undefined
}

/** A message that holds an e-mail address, a day or the like that a next step asks for leads there. */
function typedFor(said: string, start: Step | undefined, steps: readonly Step[]): Step | undefined {
  return start?.next
    .flatMap(({ name }) => steps.find((other) => other.name === name) ?? [])
    .find((step) => required(step).some((variable) => kindOf(variable) !== 'text' && find(variable, said)))
}

/** The value that the agent's greeting already asks for. */
function greetingAsks(before: string, steps: readonly Step[]): { step: Step; variable: Variable } | undefined {
  const last = fold(before.split(/(?<=[.!])\s/).at(-1) ?? '').replace('e-mail', 'email')
  if (!last.trim().endsWith('?')) return undefined
  for (const { name } of steps[0]?.next ?? []) {
    const step = steps.find((other) => other.name === name)
    const variable = required(step)[0]
    if (step && variable && last.includes(fold(variable.name))) return { step, variable }
  }
  return undefined
}

function asksAny(reply: string, step: Step): boolean {
  const languages = Object.keys(STEP_PHRASES) as Language[]
  return step.variables.some((variable) => languages.some((each) => reply.includes(questionFor(variable, each))))
}

const missing = ({ taking, values }: State): Variable | undefined =>
  required(taking).find(({ name }) => !values.has(name))

/** Takes every value a message shows by its form; true when there was one. */
function takeTyped(state: State, said: string): boolean {
  let taken = false
  for (const variable of state.taking?.variables ?? []) {
    const value = find(variable, said)
    if (value === undefined) continue
    state.values.set(variable.name, value)
    taken = true
  }
  return taken
}

function asked(state: State, said: string, language: Language): Move {
  const variable = missing(state)
  if (!variable || !said.trim()) return next(state, language)
  const value = find(variable, said, true)
  const taken = takeTyped(state, said)
  if (value !== undefined && (!taken || !corrects(said))) state.values.set(variable.name, value)
  else if (!taken)
    return { say: [complaint(variable, language), questionFor(variable, language)].filter(Boolean).join(' ') }
  return next(state, language)
}

function next(state: State, language: Language): Move {
  const email = state.taking?.variables.find((variable) => kindOf(variable) === 'email')
  const written = email && state.values.get(email.name)
  state.suggest = written ? usualSpelling(written) : undefined
  state.phase = missing(state) ? 'asking' : 'confirming'
  return { say: open(state, language) }
}

/** The question that stands open. */
function open(state: State, language: Language): string {
  const say = STEP_PHRASES[language]
  if (state.suggest) return say.meant(state.suggest)
  const variable = missing(state)
  if (variable) return questionFor(variable, language)
  if (state.phase === 'changing') return say.change
  const held = state.taking?.variables.filter(({ name }) => state.values.has(name)) ?? []
  const list = held.map((each) => `- ${labelOf(each, language)}: ${state.values.get(each.name)}`)
  const one = held.length === 1 ? state.values.get(held[0]?.name ?? '') : undefined
  return one ? `${one}\n\n${say.right}` : [say.readBack, ...list, '', say.right].join('\n')
}

/** After «Did you mean …?»: yes takes the usual spelling, no keeps what was written, another address replaces it. */
function settle(state: State, said: string, language: Language): Move {
  const email = state.taking?.variables.find((variable) => kindOf(variable) === 'email')
  const other = email && find(email, said)
  if (email && other) state.values.set(email.name, other)
  else if (email && state.suggest && saysYes(said)) state.values.set(email.name, state.suggest)
  else if (!saysNo(said)) return { say: open(state, language) }
  const move = next(state, language)
  if (other) return move
  state.suggest = undefined
  return { say: open(state, language) }
}

function confirm(state: State, said: string, steps: readonly Step[], language: Language): Move {
  const say = STEP_PHRASES[language]
  if (takeTyped(state, said) || takeNamed(state, said)) return next(state, language)
  if (state.phase === 'confirming' && saysYes(said)) {
    const after = state.taking?.next[0]?.name
    state.step = steps.find(({ name }) => name === after) ?? steps[0]
    return leave(state, say.done)
  }
  state.phase = saysNo(said) ? 'changing' : state.phase
  return { say: open(state, language) }
}

/** «The topic should be teeth», «change the budget to 900»: a value by the name of its variable. */
function takeNamed(state: State, said: string): boolean {
  for (const variable of state.taking?.variables ?? []) {
    const spoken = variable.name.replace(/[_-]+/g, ' ').replace(/[^\p{L}\p{N} ]/gu, '')
    const pattern = new RegExp(`${spoken}\\s*(?:is|to|should be|:|=|ist|soll)\\s*(.{1,200})$`, 'iu')
    const value = pattern.exec(said)?.[1]
    const found = value && find(variable, value, true)
    if (!found) continue
    state.values.set(variable.name, found)
    return true
  }
  return false
}
