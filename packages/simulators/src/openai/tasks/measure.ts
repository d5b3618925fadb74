/**
 * The sandbox model as a judge of whole conversations: an answer to a question and the sentence that supports it, by
 * shared words. It follows no text of a conversation.
 */
import { firstText, lastSaid } from '../prompts/prompt.ts'
import { cut as sentences } from '../answers/sentences.ts'
import { tagged, tags } from '../prompts/tags.ts'
import type { ChatMessage } from '../protocol/types.ts'
import { contentStems, normalize } from '../language/words.ts'
import { subjectStems } from './subject-stems.ts'

type Said = { from: string; text: string; stems: Set<string> }

const PLEASED =
  /\b(?:thanks?|thank you|great|perfect|wonderful|excellent|awesome|helpful|love|danke|super|merci|gracias|obrigad[oa])\b/
const ANNOYED =
  /\b(?:bad|terrible|awful|useless|angry|annoy\w*|disappoint\w*|wrong|worst|never works?|not (?:good|helpful|happy|true)|schlecht|nul|malo|ruim)\b/
const ASKS_FOR_MOOD = /\b(?:satisf\w*|happy|pleased|mood|rude|friendly|polite|sentiment|content|zufrieden)\b/

/** Returns `{ value, quote, reason }`; deterministic. */
export function measure(messages: readonly ChatMessage[]): string {
  const system = firstText(messages)
  const kind = /^\s*<measure kind="([a-z-]+)"/.exec(system)?.[1] ?? ''
  const question = tagged(system, 'question')
  const answers = tags(system, 'answer').map(({ inner }) => inner)
  const said = tags(lastSaid(messages), 'turn').flatMap(({ attributes: { from = '' }, inner }) =>
    quotable(inner).map((text): Said => ({ from, text, stems: new Set(contentStems(text)) })),
  )
  if (kind === 'category') return category(answers, said)
  if (kind === 'rating' || ASKS_FOR_MOOD.test(normalize(question))) return mood(kind, said)
  return yesNo(question, said)
}

/** Sentences that occur unchanged in the text. */
const quotable = (text: string): string[] => sentences(text).filter((sentence) => text.includes(sentence))

const UNCLEAR = JSON.stringify({ value: 'unclear', quote: '', reason: 'The conversation does not tell.' })
const told = (value: string, quote: string, reason: string) =>
  JSON.stringify({ value, quote: [...quote].slice(0, 300).join(''), reason })

function category(answers: readonly string[], said: readonly Said[]): string {
  for (const one of said)
    for (const answer of answers)
      if (contentStems(answer).some((word) => one.stems.has(word))) return told(answer, one.text, `It names ${answer}.`)
  return UNCLEAR
}

function mood(kind: string, said: readonly Said[]): string {
  const theirs = said.filter(({ from }) => from === 'visitor').toReversed()
  const annoyed = theirs.find(({ text }) => ANNOYED.test(normalize(text)))
  if (annoyed) return told(kind === 'rating' ? '1' : 'no', annoyed.text, 'The visitor complains.')
  const pleased = theirs.find(({ text }) => PLEASED.test(normalize(text)))
  if (pleased) return told(kind === 'rating' ? '5' : 'yes', pleased.text, 'The visitor is pleased.')
  return UNCLEAR
}

function yesNo(question: string, said: readonly Said[]): string {
  const wanted = subjectStems(question)
  const found = said.find(({ stems }) => wanted.some((word) => stems.has(word)))
  if (found) return told('yes', found.text, 'It speaks of what the question names.')
  const first = said.find(({ from }) => from === 'visitor')
  return wanted.length > 0 && first ? told('no', first.text, 'It speaks of something else.') : UNCLEAR
}
