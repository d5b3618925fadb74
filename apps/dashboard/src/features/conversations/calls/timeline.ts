// A call's timeline: what of each answer was heard, its tools and latency.
import type { CallAnswer, CallDetail, CallEntry, CallLatency } from '@parlance/contract/voice/schemas'

export interface Said {
  readonly kind: 'said'
  readonly entry: CallEntry
  readonly heard: string
  /** The part that was not heard. */
  readonly unheard: string
  readonly latency: CallLatency | undefined
}
export interface Called {
  readonly kind: 'tool'
  readonly tool: CallAnswer['tools'][number]
  readonly turnId: string
  readonly at: number
}
export type Moment = Said | Called

/** Pure: a turn's tools come between its question and answer. */
export function timelineOf({
  transcript,
  answers,
  latencies,
}: Pick<CallDetail, 'transcript' | 'answers' | 'latencies'>): Moment[] {
  const tools = new Map(answers.map((answer) => [answer.turnId, answer.tools]))
  const left = [...latencies]
  let asked: number | undefined
  return transcript.flatMap((entry): Moment[] => {
    const { from, turnId, at, endAt } = entry
    if (from === 'caller') asked = endAt
    const found = from === 'agent' && asked !== undefined ? left.findIndex((one) => one.at === asked) : -1
    const said: Said = { kind: 'said', entry, ...splitHeard(entry), latency: left.splice(found, found < 0 ? 0 : 1)[0] }
    const called = (turnId !== undefined && tools.get(turnId)) || []
    if (turnId !== undefined) tools.delete(turnId)
    const rows = called.map((tool): Called => ({
      kind: 'tool',
      tool,
      turnId: turnId ?? '',
      at: from === 'caller' ? endAt : at,
    }))
    return from === 'caller' ? [said, ...rows] : [...rows, said]
  })
}

/** Pure: splits where both differ, ignoring white space, which is not spoken. */
export function splitHeard({ text, heard }: Pick<CallEntry, 'text' | 'heard'>) {
  if (heard === undefined) return { heard: text, unheard: '' }
  const letters = heard.replaceAll(/\s/g, '').length
  let at = 0
  for (let seen = 0; at < text.length && seen < letters; at++) if (!/\s/.test(text[at] ?? '')) seen += 1
  return { heard: text.slice(0, at), unheard: text.slice(at) }
}
