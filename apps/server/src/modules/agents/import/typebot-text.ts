// Texts of Typebot: rich text as Markdown, `{{variables}}` as ours, comparisons as rules.
import type { EdgeRule, RULE_OPERATORS } from '@parlance/contract/agents/nodes'
import { msg } from '@parlance/i18n/messages'
import type { DeclaredVariables, NameRegistry } from './flow.ts'
import type { Notes } from './report.ts'
import { get, type Json, type JsonObject, list, records, string } from './json-document.ts'

type Operator = (typeof RULE_OPERATORS)[number]

export interface TypebotTexts {
  readonly fill: (text: string, where: string) => string
  readonly rich: (content: JsonObject, where: string) => string
  /** Our name of a variable by its id; undefined for an unknown one. */
  readonly variable: (id: string) => string | undefined
  /** A rule from a condition, or the words of one that only a model can decide; undefined for an empty one. */
  readonly rule: (content: JsonObject, where: string) => { rule: EdgeRule } | { condition: string } | undefined
}

/** Declares the variables of a file. */
export function createTypebotTexts(
  file: JsonObject,
  names: NameRegistry,
  variables: DeclaredVariables,
  notes: Notes,
): TypebotTexts {
  const byLabel = new Map<string, string>()
  for (const variable of records(get(file, 'variables'))) {
    const label = string(get(variable, 'name'))
    const name = names.of(string(get(variable, 'id')), label)
    byLabel.set(label, name)
    const value = get(variable, 'value')
    if (Array.isArray(value)) notes.lost(`Variable “${label}”`, msg('import_list_variable'))
    variables.declare({ name, description: describe(label), defaultValue: string(value).slice(0, 5000) })
  }
  const fill = (text: string, where: string): string =>
    text
      .replace(/\{\{=[^{}]{0,5000}=\}\}/g, () => {
        notes.lost(where, msg('import_inline_code', { code: '{{= … =}}' }))
        return ''
      })
      .replace(/\{\{([^{}]{1,200})\}\}/g, (all, label: string) => {
        const name = byLabel.get(label.trim())
        if (name === undefined) notes.lost(where, msg('import_variable_missing', { name: label }))
        return name === undefined ? all : `{${name}}`
      })
  const variable = (id: string) => names.known(id)
  return {
    fill,
    variable,
    rich(content, where) {
      const rich = list(get(content, 'richText'))
      const text = rich.length > 0 ? rich.map((block) => markdown(block, 0)).join('\n') : plainOf(content)
      return fill(text, where).trim()
    },
    rule: (content, where) => ruleOf(content, { fill, variable }, where, notes),
  }
}

const describe = (label: string): string => `“${label.slice(0, 200)}”`

/** Older files also hold the text as plain text or HTML. */
const plainOf = (content: JsonObject): string =>
  string(get(content, 'plainText')) ||
  string(get(content, 'html'))
    .replace(/<[^<>]*>/g, '')
    .trim()

function markdown(node: Json, depth: number): string {
  const element = records([node])[0]
  if (!element || depth > 20) return ''
  const text = get(element, 'text')
  if (typeof text === 'string') return emphasised(element, text)
  const inside = list(get(element, 'children')).map((child) => markdown(child, depth + 1))
  switch (string(get(element, 'type'))) {
    case 'a':
      return `[${inside.join('')}](${string(get(element, 'url'))})`
    case 'variable':
      return inside.join('\n')
    case 'ul':
      return inside.map((item) => `- ${item}`).join('\n')
    case 'ol':
      return inside.map((item, index) => `${index + 1}. ${item}`).join('\n')
    default:
      return inside.join('')
  }
}

function emphasised(element: JsonObject, text: string): string {
  const bold = get(element, 'bold') === true ? '**' : ''
  const italic = get(element, 'italic') === true ? '*' : ''
  // Markdown emphasis must not start or end with a space.
  return text.trim() === '' || text !== text.trim() ? text : `${bold}${italic}${text}${italic}${bold}`
}

const OPERATORS: Readonly<Record<string, Operator>> = {
  'Equal to': 'equals',
  'Not equal': 'notEquals',
  Contains: 'contains',
  'Does not contain': 'notContains',
  'Greater than': 'greater',
  'Less than': 'less',
  'Is set': 'isSet',
  'Is empty': 'isNotSet',
  'Starts with': 'startsWith',
  'Ends with': 'endsWith',
}
const MAX_TESTS = 20

function ruleOf(
  content: JsonObject,
  texts: Pick<TypebotTexts, 'fill' | 'variable'>,
  where: string,
  notes: Notes,
): ReturnType<TypebotTexts['rule']> {
  const tests: EdgeRule['tests'] = []
  const said: string[] = []
  let pattern = false
  for (const comparison of records(get(content, 'comparisons'))) {
    const name = texts.variable(string(get(comparison, 'variableId')))
    const asked = string(get(comparison, 'comparisonOperator'))
    const value = texts.fill(string(get(comparison, 'value')), where).slice(0, 1000)
    const operator = Object.hasOwn(OPERATORS, asked) ? OPERATORS[asked] : undefined
    if (name === undefined || asked === '') {
      notes.lost(where, msg('import_comparison_incomplete'))
      continue
    }
    pattern ||= operator === undefined
    said.push(`{${name}} ${asked.toLowerCase()} ${value}`.trim())
    if (operator) tests.push({ variable: name, operator, value })
  }
  const any = get(content, 'logicalOperator') === 'OR'
  if (said.length === 0) return undefined
  if (pattern || said.length > MAX_TESTS) {
    notes.info(where, msg('import_comparison_pattern'))
    return { condition: said.join(any ? ' or ' : ' and ').slice(0, 2000) }
  }
  return { rule: { match: any ? 'any' : 'all', tests } }
}
