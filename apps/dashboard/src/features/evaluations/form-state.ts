// A test being edited, and what is missing.
import { type AgentTest, Expectation } from '@parlance/contract/evaluations/schemas'

export type Kind = Expectation['type']
export const KINDS = [
  'contains',
  'notContains',
  'reachesNode',
  'callsTool',
  'variable',
  'judge',
] as const satisfies readonly Kind[]

/** An expectation as form fields; the kind decides which ones count. */
export interface TypedExpectation {
  readonly key: string
  readonly type: Kind
  readonly value: string
  readonly name: string
  /** Arguments as JSON. */
  readonly json: string
}
export interface TypedStep {
  readonly key: string
  readonly message: string
  readonly expectations: readonly TypedExpectation[]
}
export interface TypedVariable {
  readonly key: string
  readonly name: string
  readonly value: string | number | boolean
}
export interface TypedTest {
  readonly name: string
  readonly protected: boolean
  readonly channel: AgentTest['channel']
  readonly variables: readonly TypedVariable[]
  readonly steps: readonly TypedStep[]
}

let keys = 0
const key = () => `k${(keys += 1)}`
export const newExpectation = (type: Kind = 'contains'): TypedExpectation => ({
  key: key(),
  type,
  value: '',
  name: '',
  json: '',
})
export const newStep = (): TypedStep => ({ key: key(), message: '', expectations: [newExpectation()] })
export const newVariable = (): TypedVariable => ({ key: key(), name: '', value: '' })

export function typed(test: AgentTest | undefined): TypedTest {
  if (!test) return { name: '', protected: true, channel: 'test', variables: [], steps: [newStep()] }
  return {
    name: test.name,
    protected: test.protected,
    channel: test.channel,
    variables: Object.entries(test.variables).map(([name, value]) => ({ key: key(), name, value })),
    steps: test.steps.map(({ message, expectations }) => ({
      key: key(),
      message,
      expectations: expectations.map(typedExpectation),
    })),
  }
}

function typedExpectation(expectation: Expectation): TypedExpectation {
  const one = newExpectation(expectation.type)
  switch (expectation.type) {
    case 'contains':
    case 'notContains':
      return { ...one, value: expectation.text }
    case 'reachesNode':
      return { ...one, value: expectation.nodeId }
    case 'callsTool': {
      const json = JSON.stringify(expectation.arguments)
      return { ...one, value: expectation.tool, json: json === '{}' ? '' : json }
    }
    case 'variable':
      return { ...one, name: expectation.name, value: expectation.value }
    case 'judge':
      return { ...one, value: expectation.criterion }
  }
}

/** Undefined for invalid JSON objects. */
export function readArguments(json: string): Record<string, unknown> | undefined {
  if (json.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/
export const isVariableName = (name: string) => NAME.test(name)

/** Undefined while incomplete. */
export function readExpectation({ type, value, name, json }: TypedExpectation): Expectation | undefined {
  const args = readArguments(json)
  const fields = {
    contains: { text: value },
    notContains: { text: value },
    reachesNode: { nodeId: value },
    callsTool: { tool: value, arguments: args ?? null },
    variable: { name, value },
    judge: { criterion: value },
  } satisfies Record<Kind, object>
  return Expectation.safeParse({ type, ...fields[type] }).data
}

/** The test, once complete. */
export function readTest(form: TypedTest, id: string): AgentTest | undefined {
  const steps = form.steps.map(({ message, expectations }) => ({
    message: message.trim(),
    expectations: expectations.flatMap((one) => readExpectation(one) ?? []),
  }))
  const whole = form.steps.every((step, at) => step.expectations.length === steps[at]?.expectations.length)
  const name = form.name.trim()
  const said = steps.length > 0 && steps.every(({ message }) => message !== '')
  const named = form.variables.every((variable) => isVariableName(variable.name))
  if (!name || !whole || !said || !named) return undefined
  const variables = Object.fromEntries(form.variables.map((variable) => [variable.name, variable.value]))
  return { id, name, protected: form.protected, channel: form.channel, variables, steps }
}

/** Moves the entry at `from` by one place, unless it is at the end. */
export function moved<T>(list: readonly T[], from: number, by: -1 | 1): T[] {
  const next = [...list]
  const [one] = next.splice(from, 1)
  if (one === undefined || from + by < 0 || from + by >= list.length) return [...list]
  next.splice(from + by, 0, one)
  return next
}
