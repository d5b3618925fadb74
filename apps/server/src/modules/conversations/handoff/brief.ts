// The summary that people read before they take over, and the agent when it gets the conversation back. Made from the
// transcript alone: questions, answers with sources, open points; and after people, what they and the visitor said.
import type { Brief } from '@parlance/contract/conversations/inbox-api'
import { noticeKind } from '@parlance/contract/conversations/lifecycle'
import type { Message } from '@parlance/contract/conversations/schemas'
import { plainText } from '@parlance/contract/items/plain'
import { cut } from '@parlance/contract/lib/text'
import { isAside } from '../turn/assess-answer.ts'

const MAX_TRIED = 3
const MAX_WORDS = 300
const MAX_SETTLED = 2000

const textOf = ({ items }: Pick<Message, 'items'>) => cut(plainText(items).replaceAll(/\s+/g, ' ').trim(), MAX_WORDS)

/**
 * A question is open without an answer with sources. Covers messages since people left; undefined without questions.
 */
export function briefOf(messages: readonly Message[]): Brief | undefined {
  const joined = messages.findLastIndex(({ id }) => noticeKind(id) === 'human-left')
  const recent = messages.slice(joined + 1)
  const asked = recent.findLastIndex(({ id }) => noticeKind(id) === 'handoff-asked')
  const said = recent.filter(({ from, items }) => from === 'user' && textOf({ items }) !== '')
  const real = said.filter((message) => !isAside(textOf(message)))
  const questions = real.length > 0 ? real : said
  const last = questions.at(-1)
  if (!last) return undefined
  const answerTo = (message: Message) => {
    const next = recent.slice(recent.indexOf(message) + 1).find(({ from }) => from === 'user' || from === 'agent')
    return next?.from === 'agent' && textOf(next) !== '' ? next : undefined
  }
  const unanswered = questions.filter((message) => !answerTo(message)?.sources.length)
  const tried = recent.flatMap((message) => {
    const answer = message.from === 'user' ? answerTo(message) : undefined
    if (!answer) return []
    const sources = answer.sources.map(({ title, url }) => ({ title, ...(url && { url }) }))
    const unique = sources.filter(({ title }, at) => sources.findIndex((other) => other.title === title) === at)
    return [{ question: textOf(message), answer: textOf(answer), sources: unique.slice(0, 5) }]
  })
  const isSince = (message: Message) => asked >= 0 && recent.indexOf(message) > asked
  // No one answers then, so these messages belong together.
  const since = unanswered.some(isSince) ? said.filter(isSince) : []
  const before = questions.filter((message) => !isSince(message))
  const wanted = unanswered.find((message) => !isSince(message)) ?? before.at(-1) ?? last
  return {
    question: textOf(wanted),
    tried: tried.slice(-MAX_TRIED),
    open: since.length > 0 ? since.map(textOf).slice(-3).join(' ') : textOf(unanswered.at(-1) ?? last),
    by: 'rules',
  }
}

/** The messages since people came, as the agent reads them; empty when there are none. */
export function settledText(messages: readonly Message[]): string {
  const joined = messages.findLastIndex(({ id }) => noticeKind(id) === 'human-joined')
  const lines = messages.slice(joined + 1).flatMap((message) => {
    if (message.from !== 'human' && message.from !== 'user') return []
    const text = textOf(message)
    return text === '' ? [] : [`${message.from === 'user' ? 'Visitor' : (message.by?.name ?? 'Team')}: ${text}`]
  })
  if (!messages.slice(joined + 1).some(({ from }) => from === 'human')) return ''
  let kept = ''
  for (const line of lines.toReversed()) {
    if (kept.length + line.length > MAX_SETTLED) break
    kept = kept === '' ? line : `${line}\n${kept}`
  }
  return kept
}
