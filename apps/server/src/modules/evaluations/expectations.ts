// Checks expectations of tests that need no model.
import { cut } from '@parlance/contract/lib/text'
import type { AgentTest, Expectation, TestResult } from '@parlance/contract/evaluations/schemas'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import type { MessageRef } from '@parlance/i18n/messages'

export interface Answered {
  readonly answer: string
  readonly path: readonly { readonly id: string; readonly name: string }[]
  readonly calls: readonly { readonly toolId: string; readonly name: string; readonly arguments: string }[]
  readonly variables: Readonly<Record<string, string | number | boolean>>
}

export interface Verdict {
  readonly passed: boolean
  /** Explanation, with a message code if it is ours. */
  readonly detail: string
  readonly detailMessage?: MessageRef
}

export function detailOf({ message: detail, ...detailMessage }: MessageDescriptor): Omit<Verdict, 'passed'> {
  return { detail, detailMessage }
}

export type Decidable = Exclude<Expectation, { type: 'judge' }>
export const isDecidable = (expectation: Expectation): expectation is Decidable => expectation.type !== 'judge'

/** Texts are compared without regard to case, accents' composition and runs of white space. */
const plain = (text: string) => text.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim()

export function check(expectation: Decidable, found: Answered): Verdict {
  switch (expectation.type) {
    case 'contains':
    case 'notContains': {
      const has = plain(found.answer).includes(plain(expectation.text))
      return { passed: has === (expectation.type === 'contains'), detail: cut(found.answer, 300) }
    }
    case 'reachesNode': {
      const passed = found.path.some(({ id, name }) => id === expectation.nodeId || name === expectation.nodeId)
      return { passed, detail: found.path.map(({ id, name }) => name || id).join(' → ') }
    }
    case 'variable': {
      const value = Object.hasOwn(found.variables, expectation.name) ? found.variables[expectation.name] : undefined
      const passed = value !== undefined && plain(String(value)) === plain(expectation.value)
      return {
        passed,
        ...(value === undefined ? detailOf(msg('variable_not_set')) : { detail: cut(String(value), 300) }),
      }
    }
    case 'callsTool': {
      const named = found.calls.filter(({ toolId, name }) => toolId === expectation.tool || name === expectation.tool)
      // Without expected arguments any call counts, also with invalid arguments.
      const any = Object.keys(expectation.arguments).length === 0
      const passed = named.some((call) => any || hasAll(parsed(call.arguments), expectation.arguments))
      const all = found.calls.map((call) => `${call.name}(${cut(call.arguments, 200)})`)
      return { passed, ...(all.length > 0 ? { detail: all.join(', ') } : detailOf(msg('no_tool_called'))) }
    }
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Objects must contain the expected fields; lists and primitive values must be equal. */
function hasAll(actual: unknown, expected: unknown): boolean {
  if (isRecord(expected)) {
    if (!isRecord(actual)) return false
    return Object.entries(expected).every(([key, value]) => Object.hasOwn(actual, key) && hasAll(actual[key], value))
  }
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((value, index) => hasAll(actual[index], value))
    )
  return (
    actual === expected ||
    (typeof actual === 'string' && typeof expected === 'string' && plain(actual) === plain(expected))
  )
}
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A test passes if it ran to its end and all expectations were met. */
export const passed = (result: Pick<TestResult, 'error' | 'steps'>): boolean =>
  result.error === '' && result.steps.every(({ expectations }) => expectations.every((one) => one.passed))

export interface Comparison {
  readonly testId: string
  readonly name: string
  readonly protected: boolean
  readonly published?: boolean | undefined
  readonly draft?: boolean | undefined
}

/** Protected tests that block publishing: those that got worse, and those not run on the draft. */
export function compare(items: readonly Comparison[]): { worse: string[]; missing: string[] } {
  const guarded = items.filter((item) => item.protected)
  return {
    // A test that never passed can't get worse; one never run on the published copy counts by the draft.
    worse: guarded.filter(({ draft, published }) => draft === false && published !== false).map(({ name }) => name),
    missing: guarded.filter(({ draft }) => draft === undefined).map(({ name }) => name),
  }
}

/** `isPart`: other changes of the draft stay unpublished, so no test can run on exactly this. */
export function refusal({
  worse,
  missing,
  isPart = false,
}: {
  worse: readonly string[]
  missing: readonly string[]
  isPart?: boolean
}): MessageDescriptor | undefined {
  const list = (names: readonly string[]) =>
    names
      .slice(0, 3)
      .map((name) => `“${name}”`)
      .join(', ') + (names.length > 3 ? ` and ${names.length - 3} more` : '')
  if (worse.length > 0) return msg('publish_tests_failing', { names: list(worse) })
  if (missing.length > 0)
    return msg(isPart ? 'publish_part_not_tested' : 'publish_tests_not_run', { names: list(missing) })
  return undefined
}

export type TestDefinition = Omit<AgentTest, 'id'>
