/** Decides whether the sandbox model calls a tool, and with which arguments. Pure and deterministic. */
import { textOf } from './prompt.ts'
import type { ChatMessage, JsonSchema, Tool, ToolChoice } from './types.ts'
import { contentStems, fold } from './words.ts'

/** Words in a message that a tool's name and description must share with it. */
const SHARED_WORDS = 2

/** Called for what they do, not for the words of their descriptions. */
const SYSTEM: ReadonlySet<string> = new Set(['search_knowledge', 'set_variable', 'hand_off', 'end_chat', 'send_ui'])

/** The call the model makes, or `undefined` when it answers in words. */
export function chooseTool(
  messages: readonly ChatMessage[],
  tools: readonly Tool[],
  choice: ToolChoice = 'auto',
): { name: string; arguments: string } | undefined {
  const last = messages.at(-1)
  if (choice === 'none' || !last) return undefined
  const message = last.role === 'user' ? textOf(last).slice(0, 4_000) : ''
  if (typeof choice === 'object') {
    const forced = tools.find((tool) => tool.function.name === choice.function.name)
    return forced && call(forced, message, true)
  }
  if (!message && choice !== 'required') return undefined
  const rated = tools
    .filter((tool) => !SYSTEM.has(tool.function.name))
    .map((tool) => ({ tool, score: likeness(tool, message) }))
    .toSorted((a, b) => b.score - a.score)
  const best = rated[0]
  if (!best) return undefined
  if (choice === 'required') return call(best.tool, message, true)
  return best.score >= SHARED_WORDS ? call(best.tool, message, false) : undefined
}

/** How many content words a message shares with a tool; a message that spells the tool's name shares enough. */
function likeness(tool: Tool, message: string): number {
  const { name, description = '' } = tool.function
  const spelled = spacedName(name)
  const heard = new Set(contentStems(message))
  const known = new Set(contentStems(`${spelled} ${description}`))
  const shared = [...heard].filter((word) => known.has(word)).length
  const named =
    ` ${fold(message).replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${fold(spelled)} `) && spelled.length > 3
  return named ? shared + SHARED_WORDS : shared
}

function spacedName(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
}

/** Fills the parameters from the message; a call that would lack a required one is made only when the tool is forced. */
function call(tool: Tool, message: string, forced: boolean): { name: string; arguments: string } | undefined {
  const { properties = {}, required = [] } = tool.function.parameters ?? {}
  const filled: Record<string, unknown> = {}
  for (const [key, schema] of Object.entries(properties)) {
    const value = fill(key, schema, message)
    if (value !== undefined) filled[key] = value
    else if (required.includes(key)) {
      if (!forced) return undefined
      filled[key] = placeholder(schema, message)
    }
  }
  return { name: tool.function.name, arguments: JSON.stringify(filled) }
}

function fill(key: string, schema: JsonSchema, message: string): unknown {
  const name = fold(spacedName(key))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (schema.enum) return schema.enum.find((value) => fold(message).includes(fold(String(value))))
  if (type === 'number' || type === 'integer') return numberIn(message, type === 'integer')
  if (type !== undefined && type !== 'string') return undefined
  if (/mail/.test(name) || schema.format === 'email')
    return /[^\s@<>,;]{1,64}@[^\s@<>,;]{1,190}\.[a-z]{2,}/i.exec(message)?.[0]
  if (/phone|telefon|mobile/.test(name)) return /\+?\d[\d\s()/.-]{5,20}\d/.exec(message)?.[0]
  if (/date|day/.test(name) || schema.format === 'date') return /\b\d{4}-\d{2}-\d{2}\b/.exec(message)?.[0]
  if (/query|question|message|text|topic|reason|summary|search|note|comment|content/.test(name))
    return message.trim() || undefined
  if (/\b(?:id|number|code|order|ref|reference|no)\b/.test(name))
    return /[#A-Z]{0,6}-?\d[\w-]{1,30}/i.exec(message)?.[0]?.replace(/^#/, '')
  return properName(message)
}

function numberIn(message: string, whole: boolean): number | undefined {
  const found = /-?\d{1,15}(?:\.\d{1,10})?/.exec(message)?.[0]
  if (found === undefined) return undefined
  return whole ? Math.trunc(Number(found)) : Number(found)
}

/** What stands in quotes, or the last run of capitalised words that does not open the sentence. */
function properName(message: string): string | undefined {
  const quoted = /["“«']([^"”»']{1,200})["”»']/.exec(message)?.[1]
  if (quoted) return quoted
  return [...message.matchAll(/(?<=\p{L}[\s,]+)\p{Lu}[\p{L}’-]+(?:\s\p{Lu}[\p{L}’-]+)*/gu)].at(-1)?.[0]
}

function placeholder(schema: JsonSchema, message: string): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (schema.enum) return schema.enum[0]
  if (type === 'number' || type === 'integer') return 0
  if (type === 'boolean') return false
  if (type === 'array') return []
  return type === 'object' ? {} : message
}
