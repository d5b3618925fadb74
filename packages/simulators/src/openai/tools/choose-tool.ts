/** Decides whether the sandbox model calls a tool of the agent, and with which arguments. */
import { daysIn, emailIn, phoneIn } from '../graph/values.ts'
import type { Variable } from '../graph/variables.ts'
import { toDay } from '../language/dates.ts'
import { contentStems, normalize, spaced } from '../language/words.ts'
import { type Prompt, readPrompt } from '../prompts/prompt.ts'
import type { Called, ChatMessage, JsonSchema, Tool, ToolChoice } from '../protocol/types.ts'

/** Words that a message must share with a tool's name and description. */
const SHARED_WORDS = 2
/** System tools are not chosen by the words of their descriptions. */
const SYSTEM: ReadonlySet<string> = new Set(['search_knowledge', 'set_variable', 'hand_off', 'end_chat', 'send_ui'])

/** The model's call of one of the agent's own tools, or `undefined` when it answers with text. */
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

/** The missing argument of the matching tool; `undefined` when no tool matches or nothing is missing. */
export function missingArgument(messages: readonly ChatMessage[], tools: readonly Tool[]): Variable | undefined {
  const conversation = read(messages)
  const { properties = {}, required = [] } = fitting(tools, conversation.wish)?.function.parameters ?? {}
  const key = required.find((name) => properties[name] && find(name, properties[name], conversation) === undefined)
  if (key === undefined) return undefined
  const schema = properties[key] ?? {}
  return {
    name: spaced(key).toLowerCase().replaceAll(' ', '_'),
    type: isNumber(schema) ? 'number' : 'text',
    options: (schema.enum ?? []).map(String),
  }
}

/** `wish`: the message with the request; `said`: all messages of the visitor, newest first. */
type Conversation = { wish: string; said: string[]; known: Prompt['moment']['known']; today: string }

function read(messages: readonly ChatMessage[]): Conversation {
  const { question, earlier, turns, moment, today } = readPrompt(messages)
  // An answer to «What is your order id?» belongs to the request before it.
  const isAnswer = /[?؟]$/.test(turns.at(-1)?.before.trim() ?? '') && question.trim().split(/\s+/).length <= 4
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

/** How many content words a message shares with a tool; the tool's full name is always enough. */
function likeness(tool: Tool, message: string): number {
  const { name, description = '' } = tool.function
  const spelled = normalize(spaced(name))
  const known = new Set(contentStems(`${spelled} ${description}`))
  const shared = [...new Set(contentStems(message))].filter((word) => known.has(word)).length
  const isNamed = ` ${normalize(message).replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${spelled} `)
  return isNamed && spelled.length > 3 ? shared + SHARED_WORDS : shared
}

/** Fills the parameters from the conversation; a call without a required one is made only when the tool is forced. */
function call(tool: Tool, conversation: Conversation, isForced: boolean): Called | undefined {
  const { properties = {}, required = [] } = tool.function.parameters ?? {}
  const filled: Record<string, unknown> = {}
  for (const [key, schema] of Object.entries(properties)) {
    const isNeeded = required.includes(key)
    const said = isNeeded ? conversation.said : conversation.said.slice(0, 1)
    const value = find(key, schema, { ...conversation, said })
    if (value !== undefined) filled[key] = value
    else if (isNeeded) {
      if (!isForced) return undefined
      filled[key] = emptyValue(schema, conversation.said[0] ?? '')
    }
  }
  return calling(tool.function.name, filled)
}

export const calling = (name: string, args: object): Called => ({ name, arguments: JSON.stringify(args) })

/** The known value of this name, or what the visitor said, newest first. */
function find(key: string, schema: JsonSchema, { said, known, today }: Conversation): unknown {
  const name = normalize(spaced(key))
  const held = known.find((each) => normalize(each.name.replaceAll('_', ' ')) === name)?.value
  if (held !== undefined) return isNumber(schema) ? Number(held) : typeOf(schema) === 'boolean' ? held === 'true' : held
  const isFree = FREE.test(name) && !schema.enum
  for (const message of isFree ? said.slice(0, 1) : said) {
    const value = fill(name, schema, message, today)
    if (value !== undefined) return value
  }
  return undefined
}

const FREE = /query|question|message|text|topic|reason|summary|search|note|comment|content/
const typeOf = ({ type }: JsonSchema): string | undefined => (Array.isArray(type) ? type[0] : type)
const isNumber = (schema: JsonSchema): boolean => /^(?:number|integer)$/.test(typeOf(schema) ?? '')

function fill(name: string, schema: JsonSchema, message: string, today: string): unknown {
  if (schema.enum) return schema.enum.find((value) => normalize(message).includes(normalize(String(value))))
  if (isNumber(schema)) return numberIn(message, typeOf(schema) === 'integer')
  if ((typeOf(schema) ?? 'string') !== 'string') return undefined
  if (/mail/.test(name) || schema.format === 'email') return emailIn(message)
  if (/phone|telefon|mobile/.test(name)) return phoneIn(message)
  if (/date|day/.test(name) || schema.format === 'date') {
    const [day] = daysIn(message)
    return day && toDay(day, today || '1970-01-01')
  }
  if (FREE.test(name)) return message.trim() || undefined
  if (/\b(?:id|number|code|order|ref|reference|no)\b/.test(name))
    return /[#A-Z]{0,6}-?\d[\w-]{1,30}/i.exec(message)?.[0]?.replace(/^#/, '')
  return properName(message)
}

function numberIn(message: string, isWhole: boolean): number | undefined {
  const found = /-?\d{1,15}(?:\.\d{1,10})?/.exec(message)?.[0]
  return found === undefined ? undefined : isWhole ? Math.trunc(Number(found)) : Number(found)
}

/** Quoted text, or the last run of capitalized words that does not open the sentence. */
const properName = (message: string): string | undefined =>
  /["“«']([^"”»']{1,200})["”»']/.exec(message)?.[1] ??
  [...message.matchAll(/(?<=\p{L}[\s,]+)\p{Lu}[\p{L}’-]+(?:\s\p{Lu}[\p{L}’-]+)*/gu)].at(-1)?.[0]

/** The smallest value that a schema accepts: a text is `text`, everything else is empty. */
export function emptyValue(schema: JsonSchema, text: string, depth = 0): unknown {
  const type = typeOf(schema)
  if (schema.enum) return schema.enum[0]
  if (type === 'object' || schema.properties)
    return Object.fromEntries(
      Object.entries(depth < 10 ? (schema.properties ?? {}) : {}).map(([key, part]) => [
        key,
        emptyValue(part, text, depth + 1),
      ]),
    )
  if (isNumber(schema)) return 0
  if (type === 'boolean') return false
  if (type === 'array') return []
  return type === 'null' ? null : text
}
