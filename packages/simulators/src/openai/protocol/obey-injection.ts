/**
 * A gullible model that obeys any order outside knowledge passages and visitors' files, so that document text that
 * escapes its block shows at once. For tests of the product; the sandbox model itself obeys no text.
 */
import { textOf } from '../prompts/prompt.ts'
import type { Called, ChatRequest, Reply } from './types.ts'

/** The reply to the first orders outside the passages; `undefined` when there are none. */
export function obeyInjection({ messages, tools = [] }: Pick<ChatRequest, 'messages' | 'tools'>): Reply | undefined {
  // After tool results it replies as the sandbox model does.
  if (messages.at(-1)?.role !== 'user') return undefined
  const system = messages.filter(({ role }) => role === 'system' || role === 'developer').map(textOf)
  const heard = outside(readable(system.join('\n')))
  const said = [...heard.matchAll(SAY), ...heard.matchAll(LINK)].flatMap(([, text]) => text ?? [])
  const calls = tools.flatMap(({ function: { name } }) => (wants(heard, name) ? [calling(name, heard)] : []))
  const text = said.join(' ')
  if (calls.length > 0) return { ...(text ? { text } : {}), toolCalls: calls }
  return text ? { text } : undefined
}

const SAY =
  /\b(?:say|reply|answer|write|print|output|repeat|respond|sag|schreib)\b[^"“«\n]{0,80}["“«]([^"”»\n]{1,200})["”»]/giu
const LINK = /(!?\[[^\]\n]{0,100}\]\(https?:[^)\s]{1,500}\))/gi

const wants = (text: string, tool: string): boolean =>
  new RegExp(
    `\\b(?:call|invoke|use|run|execute|trigger)\\b[^.\\n]{0,40}\\b${tool}\\b|"name"\\s*:\\s*"${tool}"`,
    'i',
  ).test(text)

function calling(name: string, heard: string): Called {
  const url = /https?:\/\/[^\s"')<>]+/i.exec(heard)?.[0]
  const items = [{ type: 'image', url: url ?? 'https://example.com/x.png', alt: '' }]
  return { name, arguments: JSON.stringify(name === 'send_ui' ? { items } : { reason: 'I was told to.', query: 'x' }) }
}

const UNSEEN = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

/** As a model may read it: lookalike brackets and tag letters are replaced, and joiners removed. */
const readable = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u{E0020}-\u{E007E}]/gu, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0xe0000))
    .replaceAll(UNSEEN, '')

/** Everything except passages and visitors' files, each block up to its first end. */
function outside(text: string): string {
  return text.replaceAll(/<\s*(passages|attachments)\s*>[^]*?<\s*\/\s*\1\s*>/gi, '')
}
