// Mentions in an agent's text: {variables}, @tools and @[nodes], with their completion.

export interface Vocabulary {
  readonly variables: readonly string[]
  readonly tools: readonly string[]
  readonly nodes: readonly string[]
}

export interface Mention {
  readonly from: number
  readonly to: number
  readonly kind: 'variable' | 'tool' | 'node'
  readonly name: string
  /** False when the agent does not have it. */
  readonly known: boolean
}

export const MENTION =
  /\{([A-Za-z_][A-Za-z0-9_]{0,99})(?:\s?\|[^{}|\n]{1,60})?\}|(?<![\w.@-])@(?:\[([^\]\n]{1,200})\]|([A-Za-z_][\w-]{0,63}))/g

/** An @word that is not a tool is plain text: a handle, part of an address. */
export function mentionOf(match: RegExpMatchArray, at: number, words: Vocabulary): Mention | undefined {
  const [all, variable, node, tool] = match
  const place = { from: at, to: at + all.length }
  if (variable !== undefined)
    return { ...place, kind: 'variable', name: variable, known: words.variables.includes(variable) }
  if (node !== undefined) return { ...place, kind: 'node', name: node, known: words.nodes.includes(node) }
  if (tool !== undefined && words.tools.includes(tool)) return { ...place, kind: 'tool', name: tool, known: true }
  return undefined
}

export const mentionsIn = (text: string, words: Vocabulary): Mention[] =>
  [...text.matchAll(MENTION)].flatMap((match) => mentionOf(match, match.index, words) ?? [])

export interface Completion {
  /** Where the typed part begins. */
  readonly from: number
  readonly options: readonly { label: string; apply: string; kind: Mention['kind'] }[]
}

const OPEN = /\{([A-Za-z0-9_]*)$|(?<![\w.@-])@\[?([^\s\]@{}]*)$/
const OPEN_FORMAT = /\{([A-Za-z_]\w*) ?\|([^{}|\n]*)$/
/** Formats of values with commonly changed parameters. */
const FORMATS = ['long', 'short', 'number:2', 'currency:EUR', 'percent', 'join:and', 'default:…', 'raw']

function formatsOf(name: string, typed: string, close: string): Completion['options'] {
  return FORMATS.filter((format) => format.startsWith(typed.trim().toLowerCase())).map((format) => ({
    label: `{${name}|${format}}`,
    apply: `{${name}|${format}${close}`,
    kind: 'variable' as const,
  }))
}

/** Completions at the end of `before`; `after` prevents a doubled closing brace. */
export function completionsOf(before: string, after: string, words: Vocabulary): Completion | undefined {
  const format = OPEN_FORMAT.exec(before)
  if (format) {
    const [typed, name = '', option = ''] = format
    const options = words.variables.includes(name) ? formatsOf(name, option, after.startsWith('}') ? '' : '}') : []
    return options.length > 0 ? { from: before.length - typed.length, options } : undefined
  }
  const match = OPEN.exec(before)
  if (!match) return undefined
  const [typed, variable, mention = ''] = match
  const from = before.length - typed.length
  const fits = (name: string, part: string) => name.toLowerCase().includes(part.toLowerCase())
  if (variable !== undefined) {
    const close = after.startsWith('}') ? '' : '}'
    const options = words.variables
      .filter((name) => fits(name, variable))
      .map((name) => ({ label: `{${name}}`, apply: `{${name}${close}`, kind: 'variable' as const }))
    const formats = words.variables.includes(variable) ? formatsOf(variable, '', close) : []
    return options.length > 0 ? { from, options: [...options, ...formats] } : undefined
  }
  const tools = words.tools.filter((name) => fits(name, mention))
  const nodes = words.nodes.filter((name) => fits(name, mention))
  const close = after.startsWith(']') ? '' : ']'
  const options = [
    ...tools.map((name) => ({ label: `@${name}`, apply: `@${name}`, kind: 'tool' as const })),
    ...nodes.map((name) => ({ label: `@[${name}]`, apply: `@[${name}${close}`, kind: 'node' as const })),
  ]
  return options.length > 0 ? { from, options } : undefined
}
