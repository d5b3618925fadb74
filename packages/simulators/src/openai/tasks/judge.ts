/**
 * The sandbox model as a judge: whether an answer fulfils a criterion, by shared words. It follows no text of an
 * answer.
 */
import { contentStems, normalize } from '../language/words.ts'
import { firstText, lastSaid } from '../prompts/prompt.ts'
import { tagged } from '../prompts/tags.ts'
import type { ChatMessage } from '../protocol/types.ts'
import { subjectStems } from './subject-stems.ts'

const NEGATION =
  /\b(?:not|never|no|without|avoids?|refuses? to|isn t|doesn t|don t|nothing|nicht|kein\w*|nunca|jamais)\b/
/** The answer must contain quoted text of a criterion unchanged. */
const QUOTED = /[«“"]([^»”"]{1,200})[»”"]/gu
const ENOUGH = 0.5

const sameSpaces = (text: string) => normalize(text).replaceAll(/\s+/g, ' ').trim()

/** Returns `{ passed, reason }`; deterministic. */
export function verdict(messages: readonly ChatMessage[]): string {
  const criterion = tagged(firstText(messages), 'criterion')
  const answer = tagged(lastSaid(messages), 'answer')
  const isDenied = NEGATION.test(normalize(criterion).replaceAll(/[’']/g, ' '))
  const { holds, found } = compare(criterion, answer)
  const passed = criterion !== '' && holds !== isDenied
  const quote = [...answer].slice(0, 120).join('')
  const about = found.length > 0 ? `It speaks of ${found.join(', ')}` : 'It speaks of nothing that the criterion names'
  return JSON.stringify({ passed, reason: `${about}: «${quote}».` })
}

function compare(criterion: string, answer: string): { holds: boolean; found: string[] } {
  const quoted = Array.from(criterion.matchAll(QUOTED), ([, text = '']) => text)
  if (quoted.length > 0) {
    const said = sameSpaces(answer)
    const found = quoted.filter((text) => said.includes(sameSpaces(text)))
    return { holds: found.length === quoted.length, found: found.map((text) => `«${text}»`) }
  }
  const wanted = subjectStems(criterion)
  const said = new Set(contentStems(answer))
  const found = wanted.filter((word) => said.has(word))
  return { holds: wanted.length > 0 && found.length / wanted.length >= ENOUGH, found }
}
