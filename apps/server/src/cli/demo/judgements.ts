import { noticeKind } from '@parlance/contract/conversations/lifecycle'
import type { NewMetric } from '@parlance/contract/metrics/schemas'
import { UNCLEAR } from '@parlance/contract/metrics/schemas'
import type { Business } from './businesses.ts'
import type { MadeConversation, MadeMessage } from './history.ts'

export interface MadeJudgement {
  readonly conversationId: string
  readonly value: string
  /** A literal quote from this message; empty and 0 when the answer is unclear. */
  readonly quote: string
  readonly seq: number
  readonly reason: string
  readonly label?: string
  readonly endedAt: Date
}

export interface MadeMetric {
  readonly metric: Pick<NewMetric, 'name' | 'question' | 'kind' | 'choices'>
  readonly judgements: readonly MadeJudgement[]
}

/** People check every nth answer, and correct every nth of those. */
const CHECKED_EVERY = 9
const CONTRADICTED_EVERY = 7
const IDLE_MS = 30 * 60_000

export function judge(
  { documents }: Pick<Business, 'documents'>,
  history: readonly MadeConversation[],
  now: Date,
): MadeMetric[] {
  const over = history.filter((one) => {
    const at = one.messages.at(-1)?.at
    return (
      at && one.state !== 'requested_chat' && one.state !== 'human-chatting' && now.getTime() - at.getTime() > IDLE_MS
    )
  })
  const subjects = documents.map(({ name }) => name)
  const measures: MadeMetric[] = [
    {
      metric: { name: 'Solved', question: 'Did the visitor get what they came for?', kind: 'yes-no', choices: [] },
      judgements: labelled(over.map(solved), ['yes', 'no']),
    },
  ]
  if (subjects.length > 1)
    measures.push({
      metric: { name: 'Subject', question: 'What is the conversation about?', kind: 'category', choices: subjects },
      judgements: labelled(over.map(subject), subjects),
    })
  return measures
}

function solved(one: MadeConversation): MadeJudgement {
  const { rating, leftMessage } = one
  const missed = one.messages.find(({ id }) => noticeKind(id) === 'handoff-asked')
  if (leftMessage || (rating && rating.score <= 2))
    return judged(
      one,
      'no',
      firstOf(one, 'user'),
      missed ? 'Nobody came to answer this.' : 'The visitor rated the answer badly.',
    )
  const answer = one.messages.findLast(({ author, from }) => author === 'human' || (author === 'agent' && from))
  return answer
    ? judged(one, 'yes', answer, 'The question was answered.')
    : judged(one, UNCLEAR, undefined, 'The conversation does not tell.')
}

function subject(one: MadeConversation): MadeJudgement {
  const about = one.messages.find(({ from }) => from)?.from
  return about
    ? judged(one, about, firstOf(one, 'user'), 'The visitor’s first question is about this.')
    : judged(one, UNCLEAR, undefined, 'None of the subjects fits.')
}

const firstOf = ({ messages }: MadeConversation, by: MadeMessage['author']) =>
  messages.find(({ author }) => author === by)

function judged(
  { id, messages }: MadeConversation,
  value: string,
  proof: MadeMessage | undefined,
  reason: string,
): MadeJudgement {
  const endedAt = messages.at(-1)?.at
  if (!endedAt) throw new Error('A conversation without messages.')
  const quote = proof?.text ?? ''
  return { conversationId: id, value, quote, seq: proof ? messages.indexOf(proof) + 1 : 0, reason, endedAt }
}

function labelled(judgements: readonly MadeJudgement[], values: readonly string[]): MadeJudgement[] {
  return judgements.map((one, index) => {
    if (index % CHECKED_EVERY !== 0 || one.value === UNCLEAR) return one
    const other = values.find((value) => value !== one.value)
    const contradicts = index % (CHECKED_EVERY * CONTRADICTED_EVERY) === 0
    return { ...one, label: contradicts && other ? other : one.value }
  })
}
