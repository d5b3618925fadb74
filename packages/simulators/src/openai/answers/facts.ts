/** Separates plain facts in an agent's instructions («The museum opens at 10.») from directions. */
import { conceptsOf } from '../language/concepts.ts'
import { capital, words } from '../language/words.ts'

const DIRECTIVE =
  /\b(?:you|your|yours|yourself|never|always|do not|don't|must|should|shall|please|reveal|secret\w*|confidential|internal|password|api key|answer\w*|respond|reply|replies|visitors?|customers?|clients?|patients?|persons?|people|someone|travellers?|players?|callers?|agents?|assistant|tools?|knowledge|prompt|instructions?|rules?|messages?|conversations?|chats?|steps?|characters?|user|tone|be (?:friendly|polite|concise|brief)|keep|speak|say|tell|write|use|greet|ask|offer|help|introduce|unless|if|when|whenever|du|dein\w*|ihr\w*|sie|niemals|immer|nicht|geheim\w*|vertraulich|antworte\w*|besucher\w*|kunden?|wenn|falls|tu|vous|jamais|toujours|réponds|répondez|confidentiel|visiteurs?|clients?|eres|usted|nunca|siempre|responde|visitantes?|clientes?|você|sempre|responda|segredo|secreto)\b/iu
const QUOTED = /["“”„«»{}*]|(?:^|\s)['‘]\p{L}/u
const LIKE_A_FACT =
  /^(?:(?:we|our|the|all our|there (?:is|are)|wir|unsere?\w*|der|die|das|nous|notre|nos|les?|la|el|los|las|nuestr[oa]s?|os?|as|noss[oa]s?)\s|l')/iu
const NAMED =
  /^\p{Lu}[\p{L}\p{N}'’&-]*(?:\s[\p{L}\p{N}'’&-]+){0,4}?\s(?:is|are|was|were|has|have|costs?|opens?|closes?|takes?|starts?|ends?|includes?|lies|ist|sind|war|hat|haben|kostet|kosten|öffnet|schließt|liegt|befindet|dauert|est|sont|coûten?t?|ouvre|es|son|está|están|cuestan?|abre|é|são|custam?|fica)\s/u
const ARABIC = /^\p{Script=Arabic}+\s/u

/** The instructions before the part that only contains directions, and nothing for visitors. */
export const factualPart = (instructions: string): string =>
  instructions.split('At the start of a conversation:', 1).join('').slice(0, 50_000)

const IMPERATIVE =
  /^(?:explain|mention|remind|thank|wish|suggest|recommend|propose|collect|find|learn|pass|connect|transfer|make|let|arrange|describe|send|sum|lean|hint|work|wait|check|confirm|repeat|read|spell|trade|take|give|get|start|begin|continue|avoid|remember|stay|leave|show|list|note|add|turn|watch|promise)\s/i

/** Whether a sentence of the instructions states a fact about the business. */
export function isFact(text: string): boolean {
  if (text.length > 300 || words(text).length < 3 || QUOTED.test(text) || DIRECTIVE.test(text) || IMPERATIVE.test(text))
    return false
  if (!/[.!]$/.test(text)) return false
  return LIKE_A_FACT.test(text) || NAMED.test(text) || ARABIC.test(text) || labelOf(text) !== undefined
}

/** The label of «Opening hours: we open at seven»; none for «Goal: win the visitor over». */
export function labelOf(text: string): string | undefined {
  const label = /^(\p{L}[\p{L} '’&-]{2,40}): \S/u.exec(text)?.[1]
  return label && words(label).some((word) => conceptsOf(word).length > 0) ? label : undefined
}

/** «Trade in coppers: stew 3 coppers, a bed 1 silver» states the price of each thing. */
export function pricesIn(text: string): string[] {
  const list = /^[^:]{3,80}: (.{5,400}?)[.!]?$/.exec(text)?.[1]?.split(/, | and /) ?? []
  const items = list.map((item) =>
    /^(?:an? |the )?(\p{L}[\p{L} -]{1,40}) (\d[\d.,]{0,9} \p{L}{2,20})$/u.exec(item.trim()),
  )
  if (items.length < 2 || items.includes(null)) return []
  return items.map((item) => `${capital(item?.[1] ?? '')}: ${item?.[2] ?? ''}.`)
}
