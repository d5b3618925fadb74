// Rule edges: tests of variables that need no model.
import { type Message, type MessageCode, type MessageDescriptor, msg } from '@parlance/i18n/messages'
import type { Edge, EdgeRule } from '@parlance/contract/agents/nodes'
import { fillIn, type Value, type Values } from '@parlance/contract/agents/variables'
import { addDays, isDate, readDate, readTime } from '@parlance/contract/engine/dates'
import { readBoolean, readNumber } from '@parlance/contract/engine/values'

type Test = EdgeRule['tests'][number]
type RuleEdge = Edge & { readonly rule: EdgeRule }

/** The first edge whose rule holds. */
export const matchingRuleEdge = (edges: readonly RuleEdge[], values: Values, today: string): RuleEdge | undefined =>
  edges.find(({ rule }) => ruleHolds(rule, values, today))

/** Total. A rule without tests never holds. */
export function ruleHolds(rule: EdgeRule, values: Values, today: string): boolean {
  const holds = (test: Test) => testHolds(test, values, today)
  return rule.tests.length > 0 && (rule.match === 'any' ? rule.tests.some(holds) : rule.tests.every(holds))
}

/**
 * A variable without a value equals only ''; it is neither greater nor less than anything. The compared value decides
 * how: a number with what parses as a number, a date with a date (also `today`, `today+7`), a time with a time, a
 * boolean with yes or no, and texts case-insensitively.
 */
export function testHolds({ variable, operator, value: raw }: Test, values: Values, today: string): boolean {
  const value = Object.hasOwn(values, variable) ? values[variable] : undefined
  const isSet = value !== undefined && value !== ''
  if (operator === 'isSet') return isSet
  if (operator === 'isNotSet') return !isSet
  const wanted = fillIn(raw, values, new Set([variable])).trim()
  const order = isSet ? compare(value, wanted, today) : undefined
  const [said, asked] = [fold(isSet ? value : ''), fold(wanted)]
  switch (operator) {
    case 'equals':
      return isSet ? order === 0 : asked === ''
    case 'notEquals':
      return isSet ? order !== 0 : asked !== ''
    case 'contains':
      return asked !== '' && said.includes(asked)
    case 'notContains':
      return asked === '' || !said.includes(asked)
    case 'startsWith':
      return asked !== '' && said.startsWith(asked)
    case 'endsWith':
      return asked !== '' && said.endsWith(asked)
    case 'greater':
      return order !== undefined && order > 0
    case 'greaterOrEqual':
      return order !== undefined && order >= 0
    case 'less':
      return order !== undefined && order < 0
    case 'lessOrEqual':
      return order !== undefined && order <= 0
    default:
      return false
  }
}

const fold = (value: Value) => String(value).trim().normalize('NFC').toLowerCase()

/** Negative, zero or positive; undefined if the values can't be compared. */
function compare(value: Value, wanted: string, today: string): number | undefined {
  if (typeof value === 'number') {
    const number = readNumber(wanted)
    return number === undefined ? undefined : value - number
  }
  if (typeof value === 'boolean') {
    const truth = readBoolean(wanted)
    return truth === undefined ? undefined : Number(value) - Number(truth)
  }
  if (isDate(value)) {
    const date = dateIn(wanted, today)
    return date === undefined ? undefined : order(value, date)
  }
  const time = /^\d{2}:\d{2}$/.test(value) ? readTime(wanted) : undefined
  if (time !== undefined) return order(value, time)
  const [a, b] = [fold(value), fold(wanted)]
  // Digits stored as text compare as text: 0049 is not 49.
  if (a !== b && NUMERIC.test(a) && NUMERIC.test(b) && Number(a) !== Number(b)) return Number(a) - Number(b)
  return order(a, b)
}
const NUMERIC = /^-?\d{1,15}(?:\.\d{1,15})?$/
const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function dateIn(text: string, today: string): string | undefined {
  const relative = /^today(?:\s*([+-])\s*(\d{1,5}))?$/i.exec(text)
  if (relative) return addDays(today, Number(relative[2] ?? 0) * (relative[1] === '-' ? -1 : 1))
  const read = readDate(text, today)
  return 'date' in read ? read.date : undefined
}

const TEST_CODES: Readonly<Record<Test['operator'], MessageCode>> = {
  equals: 'rule_is',
  notEquals: 'rule_is_not',
  contains: 'rule_contains',
  notContains: 'rule_contains_not',
  startsWith: 'rule_starts_with',
  endsWith: 'rule_ends_with',
  greater: 'rule_greater',
  greaterOrEqual: 'rule_at_least',
  less: 'rule_less',
  lessOrEqual: 'rule_at_most',
  isSet: 'rule_known',
  isNotSet: 'rule_not_known',
}
const describeTest = ({ variable, operator, value }: Test): MessageDescriptor =>
  operator === 'isSet' || operator === 'isNotSet'
    ? msg(TEST_CODES[operator], { variable })
    : msg(TEST_CODES[operator], { variable, value })

/** The rule in words: `age is at least «18» and plan is «pro»`. */
export function describeRule({ match, tests }: EdgeRule): Message {
  const code = match === 'any' ? 'rule_any' : 'rule_all'
  const [first, ...rest] = tests.map(describeTest)
  return first ? rest.reduce((before, next) => msg(code, { first: before, second: next }), first) : ''
}
