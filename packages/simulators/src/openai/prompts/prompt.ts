/** Parses chat messages for the sandbox model: the question, the passages, the agent's identity. */
import { hasAttachment, namesPicture, picturesIn, attachedText } from './attachments.ts'
import { type SpeakingPrompt, readSpeakingPrompt } from './speaking-prompt.ts'
import { tags, unescape } from './tags.ts'
import type { ChatMessage } from '../protocol/types.ts'

/** A passage of the knowledge base, or a visitor's file, which has the number 0 because it can't be cited. */
export type Passage = { n: number; title: string; text: string }

/** A visitor's message and the agent's message before it. */
export type Turn = { said: string; before: string }

export type Prompt = {
  agent?: string
  /** Two letters, lower case. */
  language?: string
  instructions: string
  passages: Passage[]
  /** Whether answers have to cite their passages. */
  cites: boolean
  /** The text of the last user message; empty when it only has files. */
  question: string
  /** The attachments of the last user message; undefined without any. */
  brings: { pictures: number } | undefined
  /** The earlier user messages, newest first. */
  earlier: string[]
  /** Every user message, oldest first, with the assistant's text around it. */
  turns: Turn[]
  /** What this point of the conversation needs, in addition to the owner's instructions. */
  moment: SpeakingPrompt
  /** The results of tools after the last user message. */
  toolResults: { name: string; text: string }[]
  /** YYYY-MM-DD; empty when the prompt does not say. */
  today: string
}

/** Longer texts are cut, so that no request can keep the process busy for long. */
const LIMIT = { question: 4_000, system: 400_000 }

/** Parses the system and user messages of a chat; messages with other roles are not knowledge. */
export function readPrompt(messages: readonly ChatMessage[]): Prompt {
  const system = messages
    .filter(({ role }) => role === 'system' || role === 'developer')
    .map(textOf)
    .join('\n')
    .slice(0, LIMIT.system)
  const block = between(system, '<instructions>', '</instructions>')
  const rest = block ? system.replace(block.whole, () => '') : system
  const passages = between(rest, '<passages>', '</passages>')
  const files = between(rest, '<attachments>', '</attachments>')
  const bare = rest
    .replace(passages?.whole ?? '', () => '')
    .replace(files?.whole ?? '', () => '')
    .replace(/<(agent|language)>[^<]*<\/\1>/g, '')
  const said = messages.filter(({ role }) => role === 'user')
  const users = said.map((message) => attachedText(textOf(message)).slice(0, LIMIT.question))
  const last = said.at(-1)
  // A picture of an earlier message is sent again with the last one; it belongs to the message that names it.
  const again = said.some((message) => namesPicture(textOf(message))) && !(last && namesPicture(textOf(last)))
  const pictures = again ? 0 : picturesIn(last)
  const moment = readSpeakingPrompt(block ? block.inner : bare)
  return {
    agent: tag(rest, 'agent'),
    language: tag(rest, 'language')?.slice(0, 2).toLowerCase(),
    instructions: moment.instructions,
    moment,
    passages: [
      ...tags(files?.inner ?? '', 'attachment').map(({ attributes, inner }) => passageOf(attributes['name'], inner)),
      ...tags(passages?.inner ?? '', 'passage').map(({ attributes: { n, title }, inner }) =>
        passageOf(title, inner, n),
      ),
    ],
    brings: pictures > 0 || (last && hasAttachment(textOf(last))) ? { pictures } : undefined,
    cites: /^Cite your sources:/m.test(rest.replace(passages?.whole ?? '', () => '')),
    question: users.at(-1) ?? '',
    earlier: users.slice(0, -1).toReversed(),
    turns: readTurns(messages),
    toolResults: readResults(messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1)),
    today: /Today is (?:\w+, )?(\d{4}-\d{2}-\d{2})/.exec(rest)?.[1] ?? '',
  }
}

const passageOf = (title = '', text: string, n = '0'): Passage => ({ n: Number(n), title, text })

function readResults(messages: readonly ChatMessage[]): Prompt['toolResults'] {
  const calls = messages.flatMap((message) => message.tool_calls ?? [])
  return messages
    .filter(({ role }) => role === 'tool' || role === 'function')
    .map((message) => ({
      name: calls.find(({ id }) => id === message.tool_call_id)?.function.name ?? '',
      text: textOf(message),
    }))
}

function readTurns(messages: readonly ChatMessage[]): Turn[] {
  const said = messages.filter(({ role }) => role === 'user' || role === 'assistant')
  return said.flatMap((message, at) => {
    if (message.role !== 'user') return []
    const before = said[at - 1]
    const text = textOf(message).slice(0, LIMIT.question)
    return [{ said: text, before: before?.role === 'assistant' ? textOf(before).slice(-LIMIT.question) : '' }]
  })
}

/** The text of a message: a string, or its text parts joined by line ends. */
export function textOf(message: ChatMessage): string {
  const { content } = message
  if (typeof content === 'string') return content
  return (content ?? []).flatMap((part) => (part.type === 'text' ? [part.text ?? ''] : [])).join('\n')
}

/** The text of the first message, which holds the task of a prompt. */
export const firstText = ([first]: readonly ChatMessage[]): string => (first ? textOf(first) : '')

/** The text of the last user message. */
export const lastSaid = (messages: readonly ChatMessage[]): string =>
  firstText(messages.filter(({ role }) => role === 'user').slice(-1))

/** The task in the first tag of the system prompt, such as `router` or `judge`; `undefined` for an answer. */
export function taskOf(messages: readonly ChatMessage[]): string | undefined {
  if (!/^(?:system|developer)$/.test(messages[0]?.role ?? '')) return undefined
  return /^\s*<(router|judge|measure|rewrite|rerank)[ >]/.exec(firstText(messages))?.[1]
}

function between(text: string, open: string, close: string): { whole: string; inner: string } | undefined {
  const start = text.indexOf(open)
  const end = text.lastIndexOf(close)
  if (start < 0 || end < start) return undefined
  return { whole: text.slice(start, end + close.length), inner: text.slice(start + open.length, end) }
}

function tag(text: string, name: string): string | undefined {
  const inner = new RegExp(`<${name}>([^<]{1,200})</${name}>`).exec(text)?.[1]
  return inner ? unescape(inner).trim() || undefined : undefined
}
