/** Decides whether the sandbox model calls a tool, and with which arguments. Pure and deterministic. */
import { toDay } from './dates.ts'
import type { Prompt } from './prompt.ts'
import { readPrompt } from './prompt.ts'
import type { Variable } from './variables.ts'
import type { Called, ChatMessage, JsonSchema, Tool, ToolChoice } from './types.ts'
import { daysIn } from './values.ts'
import { contentStems, normalize } from './words.ts'

/** Words in a message that a tool's name and description must share with it. */
const SHARED_WORDS = 2

/** Called for what they do, not for the words of their descriptions. */
const SYSTEM: ReadonlySet<string> = new Set(['search_knowledge', 'set_variable', 'hand_off', 'end_chat', 'send_ui'])

/** The call the model makes of one of the agent's own tools, or `undefined` when it answers in words. */
export function chooseTool(
  messages: readonly ChatMessage[],
  tools: readonly Tool[],
  choice: ToolChoice = 'auto',
): Called | undefined {
  const last = messages.at(-1)
  if (choice === 'none' || !last) return undefined
  const conversation = read(messages)
  if (typeof choice === 'object') {
    const forced = tools.find((tool) => tool.function.name === choice.function.name)
    return forced && call(forced, conversation, true)
  }
  if (choice === 'required') {
    const best = rated(tools, conversation.wish)[0]
    return best && call(best.tool, conversation, true)
  }
  const tool = last.role === 'user' ? fitting(tools, conversation.wish) : undefined
  return tool && call(tool, conversation, false)
}

/** What the fitting tool needs and nobody has said; `undefined` when no tool fits or nothing is missing. */
export function missingArguments(messages: readonly ChatMessage[], tools: readonly Tool[]): Variable | undefined {
  const conversation = read(messages)
  const tool = fitting(tools, conversation.wish)
  const { properties = {}, required = [] } = tool?.function.parameters ?? {}
  const key = required.find((name) => properties[name] && find(name, properties[name], conversation) === undefined)
  return key === undefined ? undefined : variableOf(key, properties[key] ?? {})
}

const variableOf = (key: string, schema: JsonSchema): Variable => ({
  name: spacedName(key).toLowerCase().replaceAll(' ', '_'),
  type: schema.type === 'number' || schema.type === 'integer' ? 'number' : 'text',
  required: true,
  options: (schema.enum ?? []).map(String),
})

/** `wish`: the message that says what is wanted; `said`: everything the visitor said, newest first. */
type Conversation = { wish: string; said: string[]; known: Prompt['moment']['known']; today: string }

function read(messages: readonly ChatMessage[]): Conversation {
  const { question, earlier, turns, moment, today } = readPrompt(messages)
  const before = turns.at(-1)?.before ?? ''
  // An answer to «What is your order id?» belongs to the wish before it.
  const isAnswer = /[?؟]$/.test(before.trim()) && question.trim().split(/\s+/).length <= 4
  const wish = isAnswer && earlier[0] !== undefined ? `${earlier[0]} ${question}` : question
  return { wish, said: [question, ...earlier.slice(0, 10)], known: moment.known, today }
}

const rated = (tools: readonly Tool[], wish: string) =>
  tools
    .filter((tool) => !SYSTEM.has(tool.function.name))
    .map((tool) => ({ tool, score: likeness(tool, wish) }))
    .toSorted((a, b) => b.score - a.score)

function fitting(tools: readonly Tool[], wish: string): Tool | undefined {
  const best = wish ? rated(tools, wish)[0] : undefined
  return best && best.score >= SHARED_WORDS ? best.tool : undefined
}

/** How many content words a message shares with a tool; a message that spells the tool's name shares enough. */
function likeness(tool: Tool, message: string): number {
  const { name, description = '' } = tool.function
  const spelled = spacedName(name)
  const heard = new Set(contentStems(message))
  const known = new Set(contentStems(`${spelled} ${description}`))
  const shared = [...heard].filter((word) => known.has(word)).length
  const named =
    ` ${normalize(message).replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${normalize(spelled)} `) && spelled.length > 3
  return named ? shared + SHARED_WORDS : shared
}

function spacedName(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
}

/** Fills the parameters from the conversation; a call that would lack a required one is made only when the tool is forced. */
function call(tool: Tool, conversation: Conversation, forced: boolean): Called | undefined {
  const { properties = {}, required = [] } = tool.function.parameters ?? {}
  const filled: Record<string, unknown> = {}
  for (const [key, schema] of Object.entries(properties)) {
    const isNeeded = required.includes(key)
    const value = find(key, schema, isNeeded ? conversation : { ...conversation, said: conversation.said.slice(0, 1) })
    if (value !== undefined) filled[key] = value
    else if (isNeeded) {
      if (!forced) return undefined
      filled[key] = placeholder(schema, conversation.said[0] ?? '')
    }
  }
  return { name: tool.function.name, arguments: JSON.stringify(filled) }
}

/** What is known by this name, or what the visitor said, the newest first. */
function find(key: string, schema: JsonSchema, { said, known, today }: Conversation): unknown {
  const name = normalize(spacedName(key))
  const held = known.find((each) => normalize(each.name.replaceAll('_', ' ')) === name)?.value
  if (held !== undefined) return typed(held, schema)
  const free = FREE.test(name) && !schema.enum
  for (const message of free ? said.slice(0, 1) : said) {
    const value = fill(key, schema, message, today)
    if (value !== undefined) return value
  }
  return undefined
}

function typed(value: string, { type }: JsonSchema): unknown {
  const kind = Array.isArray(type) ? type[0] : type
  if (kind === 'boolean') return value === 'true'
  return kind === 'number' || kind === 'integer' ? Number(value) : value
}
const FREE = /query|question|message|text|topic|reason|summary|search|note|comment|content/

function fill(key: string, schema: JsonSchema, message: string, today: string): unknown {
  const name = normalize(spacedName(key))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (schema.enum) return schema.enum.find((value) => normalize(message).includes(normalize(String(value))))
  if (type === 'number' || type === 'integer') return numberIn(message, type === 'integer')
  if (type !== undefined && type !== 'string') return undefined
  if (/mail/.test(name) || schema.format === 'email')
    return /[^\s@<>,;]{1,64}@[^\s@<>,;]{1,190}\.[a-z]{2,}/i.exec(message)?.[0]
  if (/phone|telefon|mobile/.test(name)) return /\+?\d[\d\s()/.-]{5,20}\d/.exec(message)?.[0]
  if (/date|day/.test(name) || schema.format === 'date') {
    const [day] = daysIn(message)
    return day && (toDay(day, today || '1970-01-01') ?? undefined)
  }
  if (FREE.test(name)) return message.trim() || undefined
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
