// Evaluates rule edges: tests of variables, without a model.
import type { Edge, EdgeRule } from '@parlance/contract/agents/nodes'
import { fillIn, type Value, type Values } from '@parlance/contract/agents/variables'
import { addDays, isDate, readDate, readTime } from '@parlance/contract/engine/dates'
import { readBoolean, readNumber } from '@parlance/contract/engine/values'

type Test = EdgeRule['tests'][number]
type RuleEdge = Edge & { readonly rule: EdgeRule }

/** The first edge whose rule holds. */
export const matchingRuleEdge = (edges: readonly RuleEdge[], values: Values, today: string): RuleEdge | undefined =>
  edges.find(({ rule }) => ruleHolds(rule, values, today))

/** Pure and total. A rule without tests never holds. */
export function ruleHolds(rule: EdgeRule, values: Values, today: string): boolean {
  const holds = (test: Test) => testHolds(test, values, today)
  return rule.tests.length > 0 && (rule.match === 'any' ? rule.tests.some(holds) : rule.tests.every(holds))
}

/**
 * A variable without a value equals '' and nothing else; it is neither greater nor less than anything. What is compared decides
 * how: a number with what reads as a number, a date with a date (also `today`, `today+7`), a time with a time, a boolean with
 * yes or no, and texts without regard to case.
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

/** Below zero, zero, above zero; undefined where both can't be compared. */
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

const SAY: Readonly<Record<Test['operator'], (variable: string, value: string) => string>> = {
  equals: (variable, value) => `${variable} is «${value}»`,
  notEquals: (variable, value) => `${variable} is not «${value}»`,
  contains: (variable, value) => `${variable} contains «${value}»`,
  notContains: (variable, value) => `${variable} does not contain «${value}»`,
  startsWith: (variable, value) => `${variable} starts with «${value}»`,
  endsWith: (variable, value) => `${variable} ends with «${value}»`,
  greater: (variable, value) => `${variable} is greater than «${value}»`,
  greaterOrEqual: (variable, value) => `${variable} is at least «${value}»`,
  less: (variable, value) => `${variable} is less than «${value}»`,
  lessOrEqual: (variable, value) => `${variable} is at most «${value}»`,
  isSet: (variable) => `${variable} is known`,
  isNotSet: (variable) => `${variable} is not known`,
}
/** A rule as a sentence: `age is at least «18» and plan is «pro»`. */
export const describeRule = ({ match, tests }: EdgeRule): string =>
  tests.map(({ variable, operator, value }) => SAY[operator](variable, value)).join(match === 'any' ? ' or ' : ' and ')
