// Turns a conversation into a test: proposed expectations per answer, and the resulting test.
import type { AgentTest, Expectation } from '@parlance/contract/evaluations/schemas'
import type { TraceEntry } from '@parlance/contract/engine/types'
import type { ToolChannel } from '@parlance/contract/tools/schemas'
import type { Entry } from '../panel-state.ts'

export const KINDS = ['contains', 'notContains', 'reachesNode', 'callsTool', 'variable', 'judge'] as const
export type Kind = (typeof KINDS)[number]

/** While editing, every kind has all its texts. */
export interface Draft {
  readonly id: number
  readonly kind: Kind
  readonly ticked: boolean
  /** Text, step, tool, variable name or criterion. */
  readonly main: string
  /** Arguments as JSON, or the variable's value. */
  readonly more: string
}
export interface DraftStep {
  readonly message: string
  readonly answer: string
  readonly drafts: readonly Draft[]
}
export interface Turn {
  readonly entry: Entry
  readonly trace: readonly TraceEntry[]
}

/** The most messages of a test. */
export const MAX_STEPS = 50
const MAX_EXPECTATIONS = 20
const MAX_MESSAGE = 4000
const MAX_PROPOSED_TEXT = 200

/** Pure: proposals for every answer; ticked unless they depend on a model's wording. */
export function propose(turns: readonly Turn[]): DraftStep[] {
  let id = 0
  const draft = (kind: Kind, ticked: boolean, main: string, more = ''): Draft => ({
    id: id++,
    kind,
    ticked,
    main,
    more,
  })
  return turns.slice(0, MAX_STEPS).map(({ entry, trace }) => {
    const drafts = [
      ...reached(trace).map((nodeId) => draft('reachesNode', true, nodeId)),
      ...called(trace).map(([name, args]) => draft('callsTool', true, name, args)),
      ...taken(trace).map(([name, value]) => draft('variable', true, name, value)),
    ]
    const words = firstSentence(entry.answer.text)
    const isFixed = !trace.some(({ type }) => type === 'model')
    if (words) drafts.push(draft('contains', isFixed && trace.length > 0, words))
    drafts.push(draft('judge', false, ''))
    const { text, answer } = entry
    return { message: text.slice(0, MAX_MESSAGE), answer: answer.text, drafts: drafts.slice(0, MAX_EXPECTATIONS) }
  })
}

/** Steps reached in a turn. */
const reached = (trace: readonly TraceEntry[]): string[] =>
  trace.flatMap((one) => (one.type === 'node' ? [one.nodeId] : [])).slice(-1)

/** Each tool once, with its last call. */
const called = (trace: readonly TraceEntry[]) => [
  ...new Map(
    trace.flatMap((one) => (one.type === 'tool' && one.arguments !== '' ? [[one.name, one.arguments]] : [])) as [
      string,
      string,
    ][],
  ),
]
/** Each variable once, with its last accepted value. */
const taken = (trace: readonly TraceEntry[]) => [
  ...new Map(
    trace.flatMap((one) => (one.type === 'variable' && one.refused === '' ? [[one.name, one.value]] : [])) as [
      string,
      string,
    ][],
  ),
]

function firstSentence(text: string): string {
  const plain = text.replaceAll(/[*_`#>]/g, '').trim()
  const first = /^[^\n]*?(?:[.!?](?=\s|$)|$)/m.exec(plain)?.[0] ?? ''
  return first.trim().slice(0, MAX_PROPOSED_TEXT)
}

/** What is wrong with a ticked expectation. */
export type Fault = 'missing' | 'notJson'

/** Pure: undefined when it is valid or unticked. */
export function faultOf({ kind, ticked, main, more }: Draft): Fault | undefined {
  if (!ticked) return undefined
  if (main.trim() === '') return 'missing'
  return kind === 'callsTool' && !argumentsOf(more) ? 'notJson' : undefined
}

/** Undefined for invalid JSON objects; empty means any arguments. */
function argumentsOf(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

export function expectationOf({ kind, main, more }: Draft): Expectation {
  const text = main.trim()
  switch (kind) {
    case 'contains':
    case 'notContains':
      return { type: kind, text }
    case 'reachesNode':
      return { type: kind, nodeId: text }
    case 'callsTool':
      return { type: kind, tool: text, arguments: argumentsOf(more) ?? {} }
    case 'variable':
      return { type: kind, name: text, value: more }
    case 'judge':
      return { type: kind, criterion: text }
  }
}

interface Wanted {
  readonly name: string
  readonly protected: boolean
  readonly channel: ToolChannel | undefined
  readonly steps: readonly DraftStep[]
  /** The test's first entry. */
  readonly first: Entry | undefined
}

/** Pure: undefined when it has no name or a ticked expectation is invalid. */
export function testOf({ name, protected: kept, channel, steps, first }: Wanted): Omit<AgentTest, 'id'> | undefined {
  const faulty = steps.some(({ drafts }) => drafts.some((draft) => faultOf(draft) !== undefined))
  if (name.trim() === '' || faulty || steps.length === 0) return undefined
  return {
    name: name.trim(),
    protected: kept,
    channel: channel ?? 'test',
    variables: Object.fromEntries(
      Object.entries(first?.debug?.variables ?? {}).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
    ),
    steps: steps.map(({ message, drafts }) => ({
      message,
      expectations: drafts.filter(({ ticked }) => ticked).map(expectationOf),
    })),
  }
}

/** Pure: whether the conversation used settings that a test from the start can't repeat. */
export const hasMidway = (entries: readonly Entry[]): boolean =>
  entries.some(
    ({ debug }, index) => debug?.nodeId !== undefined || (index > 0 && Object.keys(debug?.variables ?? {}).length > 0),
  )

export const withDraft = (
  steps: readonly DraftStep[],
  at: number,
  change: (drafts: readonly Draft[]) => readonly Draft[],
) => steps.map((step, index) => (index === at ? { ...step, drafts: change(step.drafts) } : step))
