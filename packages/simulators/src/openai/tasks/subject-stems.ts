/** The subject of a criterion or of a question about a conversation. */
import { contentStems, stem } from '../language/words.ts'

/** Words that criteria and questions use about every conversation. */
const FILLERS = new Set(
  `agent answer answers assistant bot reply replies response message visitor customer user person team chat conversation
   say says said saying tell tells mention mentions mentioned name names state states give gives contain contains include
   includes explain explains should must clearly correct correctly about any only mentioning telling naming giving avoid
   avoids refuse refuses without do did does was were is are how what which question topic rate rated want wanted ask asked
   asks talk satisfied happy`
    .split(/\s+/)
    .map(stem),
)

export const subjectStems = (text: string): string[] =>
  [...new Set(contentStems(text))].filter((word) => !FILLERS.has(word))
