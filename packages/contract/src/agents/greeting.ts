import { formatAs, parseFormatter } from './formatters.ts'
import { defaultIn, PLACEHOLDER } from './placeholders.ts'
import type { AgentConfig } from './schemas.ts'

type Opening = Pick<AgentConfig, 'agentPlatform' | 'enableNodes' | 'lang' | 'nodes' | 'variables' | 'vg_initMessages'>

export const startNodeOf = ({ enableNodes, nodes }: Pick<Opening, 'enableNodes' | 'nodes'>) =>
  enableNodes ? nodes.find(({ type }) => type === 'start') : undefined

export function writtenGreeting(config: Opening): string[] {
  // Voiceflow sends its own greeting when a conversation starts.
  if (config.agentPlatform === 'vf') return []
  const start = startNodeOf(config)?.startConfig
  if (start?.userStarts) return []
  if (start?.initialMessage) return [start.initialMessage]
  return (config.vg_initMessages ?? []).filter((message) => message.trim() !== '')
}

/** Filled with the variables' default values, because nothing is known about the visitor yet. */
export const greetingOf = (config: Opening): string[] =>
  writtenGreeting(config)
    .map((message) => fillGreeting(message, config))
    .filter((message) => message.trim() !== '')

const PLACE = new RegExp(`([,،、]?[^\\S\\n]*)([*_]{0,2})${PLACEHOLDER.source}\\2`, 'g')

/** A placeholder without a value goes with what leads to it: «Hi, {name}!» becomes «Hi!». */
function fillGreeting(text: string, { variables, lang }: Opening): string {
  let hasGap = false
  const filled = text.replaceAll(PLACE, (_, before: string, mark: string, name: string, option?: string) => {
    const { type, defaultValue } = variables.find((one) => one.name === name && !one.isEnv) ?? { defaultValue: '' }
    const written = defaultValue === '' ? defaultWords(option) : formatAs(defaultValue, option ?? '', type, lang)
    if (written !== '') return `${before}${mark}${written}${mark}`
    hasGap = true
    return ''
  })
  if (!hasGap) return filled
  const start = /^[\s,;:.!?،؛؟、]+/u.exec(filled)?.[0] ?? ''
  const rest = filled.slice(start.length)
  return start === '' || /^\s/.test(text) ? rest : rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** `{name|default:there}`, and `{name|there}` where that isn’t a formatter. */
const defaultWords = (option = ''): string => defaultIn(option) ?? (parseFormatter(option) ? '' : option.trim())
