// Measures a step on a graph of 200 nodes. Prints the figure; fails only on an extreme one.
import { expect, it } from 'vitest'
import type { Command, EngineEvent, EngineState } from '@parlance/contract/engine/types'
import { graphOf, type NodeSketch, rule, text, TODAY, tool, toolResult, when } from './simulate-conversation.testing.ts'
import { begin, step } from './step.ts'

const KINDS = ['default', 'collect', 'condition', 'message', 'tool', 'default', 'default'] as const
const AIM_MS = 0.2

/** Every node leads to six others and to two by rules; every tenth is global; 300 variables. */
function large(): NodeSketch[] {
  return Array.from({ length: 200 }, (_, at): NodeSketch => {
    const next = (by: number) => `n${(at * 7 + by * 13) % 200}`
    return {
      id: `n${at}`,
      type: at === 0 ? 'start' : (KINDS[at % KINDS.length] ?? 'default'),
      name: `Node ${at}`,
      instructions: `Talk about topic ${at} with {name${at}} and {name0}. `.repeat(20),
      isGlobal: at % 10 === 5,
      globalCondition: `asks for topic ${at}`,
      variables: Array.from({ length: 10 }, (__, by) => ({ name: `name${(at * 10 + by) % 300}` })),
      to: [
        ...[1, 2].map((by) => rule(next(by), [`name${by}`, 'equals', `x${at}`], [`name${at}`, 'isSet'])),
        ...[3, 4, 5, 6, 7, 8].map((by) => when(next(by), `wants topic ${by}`)),
      ],
      ...text(`Message {name${at}}`),
      toolCall: { toolId: 't', arguments: { q: '{name1}' } },
    }
  })
}

/** Plays turns of a visitor who goes everywhere; returns the number of steps. */
function walk(graph: ReturnType<typeof graphOf>, turns: number): number {
  let state: EngineState | undefined
  let steps = 0
  let choice = 0
  const answer = (command: Command): EngineEvent[] => {
    if (command.type === 'speak') return [{ type: 'spoke', text: 'ok', calls: [] }]
    if (command.type === 'callTool') return [{ type: 'toolAnswered', id: command.id, result: toolResult() }]
    if (command.type !== 'decide') return []
    const next = command.candidates[choice++ % Math.max(1, command.candidates.length)]?.nodeId
    const values = Object.fromEntries(command.variables.slice(0, 12).map(({ name }) => [name, `value ${choice}`]))
    return [{ type: 'decided', next, values, reason: '' }]
  }
  for (let turn = 0; turn < turns; turn++) {
    let now = begin(graph, state, { tools: [tool('t')] })
    const events: EngineEvent[] = [{ type: 'visitor', text: 'hello', channel: 'test', today: TODAY }]
    for (let event = events.shift(); event; event = events.shift()) {
      const made = step(graph, now, event)
      steps++
      now = made.next
      events.push(...made.commands.flatMap(answer))
    }
    state = now.state
  }
  return steps
}

it('steps through a graph of 200 nodes', () => {
  const started = performance.now()
  const graph = graphOf(large())
  const compiled = performance.now()
  walk(graph, 200)
  const warm = performance.now()
  const steps = walk(graph, 500)
  const each = (performance.now() - warm) / steps
  process.stdout.write(
    `engine: ${(each * 1000).toFixed(0)} µs a step (aim ${AIM_MS * 1000}) over ${steps} steps; compiled in ${(compiled - started).toFixed(1)} ms\n`,
  )
  expect(each).toBeLessThan(AIM_MS * 100)
})
