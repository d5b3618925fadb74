/** The sandbox model as a judge: whether an answer fulfils a criterion, by the words that both share. It follows no text of an answer. Pure. */
import { textOf } from './prompt.ts'
import type { ChatMessage } from './types.ts'
import { contentStems, normalize, stem } from './words.ts'

/** Whether a chat asks for a verdict rather than for an answer. */
export function isJudgePrompt(messages: readonly ChatMessage[]): boolean {
  const first = messages[0]
  return (first?.role === 'system' || first?.role === 'developer') && /^\s*<judge>/.test(textOf(first))
}

/** What stands between the tags; the texts of other people in a prompt are escaped, so none of them can be a tag. */
function inside(text: string, name: string): string {
  const open = text.indexOf(`<${name}>`)
  const close = text.indexOf(`</${name}>`, open)
  if (open < 0 || close < 0) return ''
  const raw = text.slice(open + name.length + 2, close)
  return raw.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').trim()
}

/** What criteria say of every answer: these words tell nothing about its subject. */
const FILLERS = new Set(
  `agent answer answers assistant bot reply replies response message visitor customer user say says said saying tell tells
   mention mentions mentioned name names state states give gives contain contains include includes explain explains should
   must clearly correct correctly about any only mentioning telling naming giving avoid avoids refuse refuses without`
    .split(/\s+/)
    .map(stem),
)
const NEGATION =
  /\b(?:not|never|no|without|avoids?|refuses? to|isn t|doesn t|don t|nothing|nicht|kein\w*|nunca|jamais)\b/
/** What a criterion quotes has to stand in the answer as it is. */
const QUOTED = /[«“"]([^»”"]{1,200})[»”"]/gu
const ENOUGH = 0.5

const sameSpaces = (text: string) => normalize(text).replaceAll(/\s+/g, ' ').trim()

/** `{ passed, reason }`; the same messages always give the same verdict. */
export function verdict(messages: readonly ChatMessage[]): string {
  const system = messages[0] ? textOf(messages[0]) : ''
  const user = messages.findLast(({ role }) => role === 'user')
  const criterion = inside(system, 'criterion')
  const answer = inside(user ? textOf(user) : '', 'answer')
  const denied = NEGATION.test(normalize(criterion).replaceAll(/[’']/g, ' '))
  const { holds, found } = compare(criterion, answer)
  const passed = criterion !== '' && holds !== denied
  const quote = [...answer.trim()].slice(0, 120).join('')
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
  const wanted = [...new Set(contentStems(criterion))].filter((word) => !FILLERS.has(word))
  const said = new Set(contentStems(answer))
  const found = wanted.filter((word) => said.has(word))
  return { holds: wanted.length > 0 && found.length / wanted.length >= ENOUGH, found }
}
