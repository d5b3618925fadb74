// Random graphs and events: every turn ends with a state that can be stored.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AgentNode, NODE_TYPES, RULE_OPERATORS } from '@parlance/contract/agents/nodes'
import type { Command, EngineEvent, EngineState, Graph, Step, TurnState } from '@parlance/contract/engine/types'
import { LIMITS } from '@parlance/contract/engine/types'
import { checkStep, graphOf, type NodeSketch, TODAY, tool, toolResult } from './simulate-conversation.testing.ts'
import { begin, step } from './step.ts'

const IDS = ['n0', 'n1', 'n2', 'n3', 'n4', 'stay'] as const
const NAMES = ['a', 'b', 'c', 'toString', '__proto__', 'constructor'] as const
const name = fc.constantFrom(...NAMES)
const variableName = fc.constantFrom('a', 'b', 'c', 'toString', 'constructor')
const words = fc.constantFrom('', 'x', '5', '2026-12-05', 'a@b.de', 'yes', '{a} {b}', '</known>', 'today')
const anything = fc.oneof(words, fc.anything(), fc.constantFrom(...IDS), fc.constant(null))

const edge = fc.record(
  {
    nodeId: fc.oneof(fc.constantFrom(...IDS), fc.constant('ghost')),
    condition: words,
    on: fc.constantFrom('success' as const, 'failure' as const, undefined),
    rule: fc.option(
      fc.record({
        match: fc.constantFrom('all' as const, 'any' as const),
        tests: fc.array(
          fc.record({ variable: variableName, operator: fc.constantFrom(...RULE_OPERATORS), value: words }),
          { minLength: 1, maxLength: 2 },
        ),
      }),
      { nil: undefined, freq: 3 },
    ),
  },
  { requiredKeys: ['nodeId'] },
)
const asked = fc.record(
  {
    name,
    type: fc.constantFrom('text' as const, 'email' as const, 'number' as const, 'date' as const, 'boolean' as const),
    required: fc.boolean(),
    options: fc.constantFrom<string[]>([], ['x', 'y']),
    min: fc.constantFrom(undefined, 0, 3),
  },
  { requiredKeys: ['name'] },
)
const nodePart = fc.record({
  type: fc.constantFrom(...NODE_TYPES.filter((type) => type !== 'start')),
  name: words,
  instructions: words,
  isGlobal: fc.boolean(),
  to: fc.array(edge, { maxLength: 4 }),
  variables: fc.array(asked, { maxLength: 3 }),
  items: fc.constantFrom<AgentNode['items']>([], [{ type: 'text', text: 'Hi {a}' }]),
  toolsIds: fc.constantFrom<string[]>(['t1'], []),
  toolCall: fc.constantFrom<AgentNode['toolCall']>(
    undefined,
    { toolId: 't1', arguments: { q: '{a}' } },
    { toolId: 'gone', arguments: {} },
  ),
})
const graph: fc.Arbitrary<Graph> = fc
  .tuple(fc.array(nodePart, { minLength: 1, maxLength: IDS.length }), fc.array(variableName, { maxLength: 3 }))
  .map(([parts, names]) => {
    const nodes = parts.map((part, at): NodeSketch => ({
      ...part,
      id: IDS[at] ?? 'n',
      type: at === 0 ? 'start' : part.type,
    }))
    const variables = [...new Set(names)].map((each) => ({ name: each, defaultValue: each === 'a' ? 'x' : '' }))
    return graphOf(nodes, { variables, config: { vg_enableUIEngine: true } })
  })

const TOOLS = [tool('t1'), tool('t2', { isGlobal: true })]
const call = fc.record({
  id: fc.constantFrom('1', '2', '3'),
  name: fc.constantFrom('t1', 't2', 'set_variable', 'hand_off', 'end_chat', 'send_ui', 'nope'),
  arguments: fc.oneof(
    fc.record({ name, value: anything, items: fc.constant([{ type: 'text', text: 'hi' }]) }),
    anything,
  ),
})
const result = fc.record({ ok: fc.boolean(), variables: fc.dictionary(name, anything) }).map((part) => toolResult(part))

/** Responses to a command; occasionally a limit is reached instead. */
const answers = fc.record({
  decided: fc.record({ next: anything, values: fc.oneof(fc.dictionary(name, anything), anything), reason: anything }),
  fails: fc.boolean(),
  text: words,
  calls: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(call, { maxLength: 13 }) },
  ),
  result,
  exhausted: fc.integer({ min: 0, max: 20 }).map((number) => number === 0),
})
type Answers = typeof answers extends fc.Arbitrary<infer T> ? T : never

function answerTo(
  command: Command,
  { decided, fails, text, calls, result: answer, exhausted }: Answers,
): EngineEvent | undefined {
  if (command.type !== 'decide' && command.type !== 'speak' && command.type !== 'callTool') return undefined
  if (exhausted) return { type: 'exhausted', what: 'cost' }
  if (command.type === 'decide') return fails ? { type: 'undecided', detail: text } : { type: 'decided', ...decided }
  if (command.type === 'speak') return { type: 'spoke', text, calls }
  return { type: 'toolAnswered', id: command.id, result: answer }
}

/** Random data shaped like a stored state. */
const stored = fc.record(
  {
    nodeId: fc.oneof(fc.constantFrom(...IDS), fc.jsonValue()),
    variables: fc.oneof(fc.dictionary(name, fc.jsonValue()), fc.jsonValue()),
    trail: fc.oneof(fc.array(fc.oneof(fc.constantFrom(...IDS), fc.jsonValue()), { maxLength: 60 }), fc.jsonValue()),
    attempts: fc.oneof(fc.dictionary(name, fc.jsonValue()), fc.jsonValue()),
    reopened: fc.jsonValue(),
    status: fc.oneof(fc.constantFrom('talking', 'handed-off', 'ended'), fc.jsonValue()),
  },
  { requiredKeys: [] },
)

const visitor = fc.record({
  type: fc.constant('visitor' as const),
  text: words,
  channel: fc.constantFrom('test', 'voice'),
  today: fc.constantFrom(TODAY, ''),
  values: fc.option(fc.dictionary(name, fc.oneof(words, fc.boolean(), fc.double())), { nil: undefined, freq: 4 }),
  nodeId: fc.option(fc.constantFrom(...IDS, 'ghost'), { nil: undefined, freq: 4 }),
})

/** Plays a turn and returns its last step. */
function turn(on: Graph, state: EngineState | undefined, first: EngineEvent, script: readonly Answers[]): Step {
  let now: TurnState = begin(on, state, { tools: TOOLS })
  const queue: EngineEvent[] = [first]
  let last: Step | undefined
  let used = 0
  for (let event = queue.shift(); event; event = queue.shift()) {
    last = step(on, now, event)
    checkStep(last)
    now = last.next
    for (const command of last.commands) {
      const given = script[used++ % script.length]
      const answer = given && answerTo(command, given)
      if (answer) queue.push(answer)
    }
    expect(used, 'the turn ends').toBeLessThan(LIMITS.steps + LIMITS.modelCalls * 30)
  }
  if (!last) throw new Error('no step was made')
  return last
}

describe('the engine', () => {
  it('ends every turn within its limits and with a storable state', () => {
    fc.assert(
      fc.property(
        graph,
        fc.array(fc.tuple(visitor, fc.array(answers, { minLength: 1, maxLength: 6 })), { minLength: 1, maxLength: 4 }),
        (on, turns) => {
          let state: EngineState | undefined
          for (const [first, script] of turns) {
            const last = turn(on, state, first, script)
            expect(last.done).toBe(true)
            expect(on.nodes.has(last.next.state.nodeId)).toBe(true)
            expect(last.next.state.trail.length).toBeLessThanOrEqual(50)
            state = JSON.parse(JSON.stringify(last.next.state)) as EngineState
          }
        },
      ),
      { numRuns: 400 },
    )
  })

  it('survives unexpected events in any order', () => {
    const event: fc.Arbitrary<EngineEvent> = fc.oneof(
      visitor,
      answers.map(({ decided }) => ({ type: 'decided' as const, ...decided })),
      fc.constant({ type: 'undecided' as const, detail: '' }),
      answers.map(({ text, calls }) => ({ type: 'spoke' as const, text, calls })),
      fc
        .tuple(fc.constantFrom('1', '2', '3', 'node-1'), result)
        .map(([id, answer]) => ({ type: 'toolAnswered' as const, id, result: answer })),
      fc.constant({ type: 'exhausted' as const, what: 'time' as const }),
    )
    fc.assert(
      fc.property(graph, fc.array(event, { maxLength: 60 }), (on, events) => {
        let now = begin(on, undefined, { tools: TOOLS })
        for (const each of events) {
          const made = step(on, now, each)
          checkStep(made)
          now = made.next
        }
      }),
      { numRuns: 400 },
    )
  })

  it('accepts any stored state', () => {
    fc.assert(
      fc.property(
        graph,
        fc.oneof(fc.jsonValue(), stored),
        visitor,
        fc.array(answers, { minLength: 1, maxLength: 3 }),
        (on, state, first, script) => {
          expect(turn(on, state as unknown as EngineState, first, script).done).toBe(true)
        },
      ),
    )
  })

  it('does not modify its arguments', () => {
    fc.assert(
      fc.property(graph, visitor, fc.array(answers, { minLength: 1, maxLength: 3 }), (on, first, script) => {
        const state = Object.freeze({
          ...begin(on, undefined).state,
          variables: Object.freeze({ a: 'x' }),
          trail: [],
          attempts: Object.freeze({}),
        })
        const before = JSON.stringify(state)
        turn(on, state, first, script)
        expect(JSON.stringify(state)).toBe(before)
        const now = begin(on, state)
        expect(step(on, now, first)).toEqual(step(on, now, first))
      }),
    )
  })
})
