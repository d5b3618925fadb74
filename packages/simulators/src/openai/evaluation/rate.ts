// Rates the sandbox model's answers to questions about sites, with the product's own prompt.
import { systemPrompt } from '@parlance/engine/prompt'
import { composeReply } from '../compose-reply.ts'
import { REPLIES } from '../language/replies.ts'
import { cut } from '../answers/sentences.ts'
import type { Question, Site } from './sites.ts'

type Outcome = 'right' | 'unknown' | 'wrong'
export type Rated = { site: string; question: Question; said: string; outcome: Outcome }

const YES = /^(?:yes|ja)\b/i
const NO = /^(?:no|nein)\b/i
export const UNKNOWN = new Set(Object.values(REPLIES).map(({ unknown }) => unknown))
/** Sentences of an answer; a list counts as one. */
const MOST_SENTENCES = 3

function ask(site: Pick<Site, 'pages'>, question: string): string {
  const content = systemPrompt({
    agentTitle: 'Ada',
    instructions: 'You answer the questions of visitors.',
    passages: site.pages,
    cites: true,
    searched: true,
    language: 'auto',
    page: undefined,
    today: '2026-11-21',
  })
  const reply = composeReply({
    messages: [
      { role: 'system', content },
      { role: 'user', content: question },
    ],
  })
  return reply.text ?? ''
}

export function rate(site: Pick<Site, 'name' | 'pages'>, question: Question): Rated {
  const said = ask(site, question.ask)
  return { site: site.name, question, said, outcome: outcomeOf(question, said) }
}

function outcomeOf({ answer, verdict }: Question, said: string): Outcome {
  if (UNKNOWN.has(said)) return answer === null ? 'right' : 'unknown'
  if (answer === null) return 'wrong'
  const text = said.toLowerCase()
  const holds = answer.every((part) => part.split('|').some((one) => text.includes(one.toLowerCase())))
  const opposite = verdict === 'yes' ? NO : YES
  return holds && !(verdict && opposite.test(said)) && isShort(said) ? 'right' : 'wrong'
}

function isShort(said: string): boolean {
  const prose = said
    .replace(/^(?:Yes|No|Ja|Nein)\. /, '')
    .split('\n')
    .filter((line) => !line.startsWith('- '))
  return prose.flatMap(cut).length <= MOST_SENTENCES
}

export const share = (all: readonly Rated[], outcome: Outcome): number =>
  all.filter((each) => each.outcome === outcome).length / all.length
const percent = (part: number): string => `${(part * 100).toFixed(1)} %`
export const summary = (all: readonly Rated[]): string =>
  `${percent(share(all, 'right'))} right, ${percent(share(all, 'unknown'))} don't know, ${percent(share(all, 'wrong'))} confidently wrong (${all.length} questions)`
