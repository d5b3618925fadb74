/** The intent of a message: greets, agrees, refuses, asks for a person. Folded words, six languages. */
import { isStopWord, normalize, words } from './words.ts'

const heard = (text: string): string => normalize(text).trim().slice(0, 400)

const GREETING =
  /\b(?:hi+|hello|hey+|good (?:morning|afternoon|evening|day)|hallo|moin|servus|guten (?:tag|morgen|abend)|bonjour|bonsoir|salut|hola|buen[oa]s (?:dias|tardes|noches)|ola|oi|bom dia|boa (?:tarde|noite))\b|مرحبا|السلام عليكم|صباح الخير|مساء الخير/gu
const THANKS =
  /\b(?:thanks?(?: you)?(?: (?:so|very) much| a lot)?|danke(?: schon| sehr)?|dankeschon|vielen dank|merci(?: beaucoup)?|(?:muchas )?gracias|(?:muito )?obrigad[oa])\b|شكرا(?: جزيلا| لك)?/gu
const BYE =
  /\b(?:bye(?: bye)?|goodbye|see you(?: later)?|tschuss|auf wiedersehen|au revoir|adios|hasta luego|tchau|ate logo)\b|مع السلامه|الي اللقاء/gu
const FILLER = new Set(
  'there all everyone team you today again help lot nice day great perfect super zusammen'.split(' '),
)

/** The words without greeting, thanks and goodbye. */
const subjectOf = (text: string): string[] =>
  words(text.replace(GREETING, ' ').replace(THANKS, ' ').replace(BYE, ' ')).filter(
    (word) => !isStopWord(word) && !FILLER.has(word),
  )

/** A message that is only a greeting, thanks or a goodbye. */
export function courtesyIn(message: string): 'greeting' | 'thanks' | 'bye' | undefined {
  const text = heard(message)
  if (subjectOf(text).length > 0) return undefined
  if (text.search(BYE) >= 0) return 'bye'
  if (text.search(THANKS) >= 0) return 'thanks'
  return text.search(GREETING) >= 0 ? 'greeting' : undefined
}

export const isGoodbye = (message: string): boolean =>
  heard(message).search(BYE) >= 0 && subjectOf(heard(message)).length <= 2

const WHO =
  /\b(?:who are you|what(?:'s| is) your name|are you (?:an? )?(?:real )?(?:human|person|bot|robot|machine|ai)|wer (?:bist du|sind sie)|(?:bist du|sind sie) (?:ein |eine )?(?:mensch|bot|roboter|ki|maschine)|qui (?:es[- ]tu|etes[- ]vous)|quien (?:eres|es usted)|eres (?:un )?(?:humano|robot|bot)|quem e voce|voce e (?:um )?(?:humano|robo))\b|من (?:انت|انتم)|هل انت (?:انسان|روبوت)/u
/** Whether the visitor asks who or what they talk to. */
export const asksWho = (message: string): boolean => WHO.test(heard(message))

const HUMAN =
  /\b(?:(?:speak|talk|chat|connect|transfer|reach)\b.{0,25}\b(?:human|person|someone|somebody|agent|representative|staff|operator)|(?:mensch\w*|mitarbeiter\w*|jemandem)\b.{0,25}\b(?:sprechen|reden|verbinden)|parler a (?:un humain|une personne|quelqu'un|un conseiller)|hablar con (?:una persona|alguien|un humano|un agente)|falar com (?:uma pessoa|alguem|um humano|um atendente))\b|التحدث (?:مع|الي) (?:انسان|شخص|موظف)/u
export const wantsHuman = (message: string): boolean => HUMAN.test(heard(message))

const REACH =
  /\b(?:speak|talk|connect|transfer|reach|put (?:me )?through|please|sprechen|reden|verbinden|bitte|parler|passez|passer|s'il vous plait|hablar|pasar|pase(?:me)?|comunicar|por favor|falar|passar|passe)\b|التحدث|حولني|من فضلك/u
/** Whether a message asks for a person or a team by name: «Sales, please». */
export const wantsToReach = (message: string): boolean => REACH.test(heard(message))

const YES =
  /^(?:yes|yep|yeah|sure|correct|right|exactly|that(?:'s| is) (?:right|correct|fine|it)|all (?:good|right)|perfect|ok(?:ay)?|of course|ja|genau|stimmt|richtig|gerne?|oui|exact|d'accord|si|claro|correcto|sim|certo|correto|نعم|صحيح)\b/u
const NO =
  /^(?:no|nope|not (?:yet|really|right|quite|correct)|wrong|incorrect|that(?:'s| is) (?:wrong|not)|nein|falsch|(?:das )?stimmt nicht|non|faux|nao|errado|incorrecto|لا)(?![\p{L}'])/u
const GIVES_UP =
  /\b(?:never ?mind|forget it|(?:do not|don't|dont) want|would rather not|prefer not|no,? thanks?|no,? thank you|not now|nein,? danke|lieber nicht|abbrechen|mochte ich nicht|laissez tomber|non,? merci|no,? gracias|nao,? obrigad[oa])\b/u
export const saysYes = (message: string): boolean =>
  YES.test(heard(message)) && !/\b(?:but|aber|not|nicht)\b/.test(heard(message))
export const saysNo = (message: string): boolean => NO.test(heard(message))
/** Whether the visitor wants to stop. */
export const givesUp = (message: string): boolean => GIVES_UP.test(heard(message))
/** «No, I meant the 5th» */
export const isCorrection = (message: string): boolean =>
  saysNo(message) || /^(?:sorry|actually|i meant|ich meinte|entschuldigung|rather|better)\b/.test(heard(message))

const QUESTION =
  /^(?:and |but |und |aber )?(?:what|when|where|who|why|how|which|do you|does|is there|are there|are you|can (?:i|you|we)|could (?:i|you|we)|may i|was|wann|wo|wer|warum|wie|welche|gibt es|haben sie|habt ihr|kann ich|konnen sie|quel|quand|ou est|comment|pourquoi|combien|que|cuando|donde|como|cuanto|quando|onde|quanto|qual)\b/u
export const isQuestion = (message: string): boolean =>
  /[?？؟]\s*$/u.test(message.trim()) || QUESTION.test(heard(message))
/** «Can I book a table?» looks like a question but is a wish. */
export const expressesWish = (message: string): boolean =>
  /^(?:(?:can|could|may) (?:i|we|you)|kann ich|konnen (?:sie|wir)|puis-je|puedo|posso)\b/.test(heard(message))
