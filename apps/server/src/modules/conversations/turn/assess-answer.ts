// Classifies questions and answers by their words: small talk, questions, «I don't know», and which sources belong to
// an answer.
import { citedIn, shownSources } from '@parlance/contract/conversations/citations'
import type { Source } from '@parlance/contract/conversations/schemas'

export interface AnsweredTurn {
  /** The visitor's question, rewritten to stand alone if the search did that. */
  readonly question: string
  readonly answer: string
  /** Passages given to the model, one entry per successful search of the knowledge base. */
  readonly found: readonly number[]
}

/** Never true without a search. After one that found nothing, the message must look like a question. */
export function isUnanswered({ question, answer, found }: AnsweredTurn): boolean {
  if (found.length === 0 || !isAskable(question)) return false
  if (saysUnknown(answer)) return true
  return found.every((passages) => passages === 0) && isQuestion(question)
}

const WORDS = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu
/** Scripts that put no spaces between words. */
const UNSPACED_SCRIPT = /[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]/u
const INTRODUCTION =
  /^(?:(?:my|mein|mi|mon|meu) (?:\S+ )?(?:name|nom|nombre|nome|e-?mail|number|phone|address)|i am|i'm|ich bin|ich heisse|ich heiße|je suis|je m'appelle|soy|me llamo|sou|it'?s me|this is)\b/iu
const WANTS_HUMAN =
  /\b(?:human|real person|(?:live|support) agent|(?:talk|speak) (?:to|with) (?:a|an|some|the)\b|menschen? sprechen|mitarbeiter(?:in)? sprechen)/iu

/** Whether it is small talk or asks for a person, so not a question about the subject. */
export const isAside = (text: string): boolean => isSmallTalk(text) || WANTS_HUMAN.test(text)

/** False for courtesies, single words, contact details, introductions, and requests for a person. */
export function isAskable(text: string): boolean {
  const trimmed = text.slice(0, 1000).trim()
  if (!/\p{L}{2}/u.test(trimmed) && !UNSPACED_SCRIPT.test(trimmed)) return false
  if (isAside(trimmed)) return false
  const bare = trimmed.replaceAll(/\S+@\S+|https?:\/\/\S+|[+\d][\d\s()/.-]{5,}/gu, ' ')
  const words = bare.match(WORDS) ?? []
  const asks = /[?？؟]/u.test(trimmed)
  if (INTRODUCTION.test(trimmed) && !asks) return false
  return words.length >= (asks ? 1 : 2) || (UNSPACED_SCRIPT.test(bare) && bare.trim().length >= 3)
}

const QUESTION_OPENING =
  /^(?:(?:and|but|so|ok|okay|hi|hello|hey|please|und|aber|hallo|et|y|e)[\s,!.]+)*(?:who|whose|what|what's|when|where|which|why|how|is|are|was|were|do|does|did|can|could|may|might|should|shall|will|would|have|has|am|tell me|explain|show me|give me|list|describe|i (?:need|want|would like) to know|i wonder|i'm looking for|i am looking for|looking for|any|wer|was|wann|wo|wohin|woher|welche[rsnm]?|warum|wieso|weshalb|wie|wieviel|ist|sind|hat|haben|habt|gibt|kann|kannst|können|könnt|darf|dürfen|muss|müssen|soll|bietet|macht|erkläre?|sag mir|zeig mir|ich (?:möchte|will|würde gern) wissen|qui|que|quoi|quand|où|quel(?:le)?s?|pourquoi|comment|combien|est-ce|avez-vous|puis-je|peut-on|quién|qué|cuándo|dónde|cuál(?:es)?|cómo|cuánto[s]?|cuánta[s]?|puedo|tienen|hay|quem|quando|onde|qual|quais|como|quanto[s]?|posso|vocês|chi|che|cosa|quanto|dove|perché|wat|waar|wanneer|hoe|waarom|welke|هل|ما|ماذا|متى|أين|كيف|كم|لماذا)(?![\p{L}\p{M}'])/iu

/** Whether a text looks like a question or a request for information. */
export const isQuestion = (text: string): boolean => /[?？؟]/u.test(text) || QUESTION_OPENING.test(text.trim())

/** Ways to say «I don't know», as the system prompt asks. Typographic apostrophes count as plain ones. */
const UNKNOWN: readonly RegExp[] = [
  /\b(?:i|we)(?:'m| am| are)?(?: afraid| sorry)?(?:,? (?:but )?(?:i|we))?(?: \w+ly)? (?:do not|don't) (?:\w+ly )?know\b(?! (?:that|of|if you))/u,
  /\b(?:i|we) (?:\w+ly )?(?:do not|don't) (?:\w+ly )?have (?:(?:any|that|this|the|enough|specific|more|further|an|such|those|these|details?|information|exact|reliable|\w+ing) ){0,3}(?:information|details?|answer|data|knowledge|in my knowledge|in our knowledge|about|on (?:that|this))\b/u,
  /\b(?:do not|don't|does not|doesn't) (?:have|contain|include|cover|mention|say) (?:\w+ ){0,4}(?:in|about|of|on) (?:my|our|the) (?:knowledge|information|documents?|sources?)/u,
  /\b(?:could not|couldn't|cannot|can't|was unable to|am unable to|was not able to) find (?:\w+ ){0,4}(?:information|details?|answer|anything|that|this)\b/u,
  /\b(?:i|we) have no (?:\w+ ){0,2}(?:information|details?|knowledge|answer|data)\b/u,
  /\b(?:is|are|was) (?:not|n't) (?:something (?:i|we) know|in my knowledge|known to me)\b/u,
  /\b(?:weiß|weiss) (?:ich|wir) (?:leider |das )*nicht\b|\b(?:ich|wir) (?:weiß|weiss|wissen) (?:es |das |dies |leider |darüber )*nicht\b/u,
  /\b(?:(?:habe|haben|liegen|liegt) (?:ich|wir|mir|uns)|(?:ich|wir|mir|uns) (?:habe|haben|liegen|liegt)) (?:\S+ ){0,3}keine (?:\S+ ){0,2}(?:informationen|information|angaben|auskunft|antwort|daten|kenntnis)/u,
  /\bnicht in meinem wissen\b|\bdas (?:habe ich|haben wir) (?:leider )?nicht gefunden\b|\bkann (?:ich )?(?:\S+ ){0,3}nicht beantworten\b/u,
  /\bje ne (?:le )?sais pas\b|\b(?:je|nous) n(?:e |')(?:\S+ ){0,2}(?:ai|avons|dispose|disposons) (?:malheureusement )?(?:pas|d'aucune|de cette)\b|\bne figure pas dans mes connaissances\b|\bn'(?:ai|avons) (?:malheureusement )?pas trouvé (?:cela|ça)(?!\p{L})/u,
  /\bno (?:lo )?sé(?!\p{L})|\bno (?:tengo|dispongo de|tenemos|cuento con) (?:\S+ ){0,3}(?:información|conocimientos?|datos|respuesta)\b|\bno tengo eso\b|\bno (?:he|hemos) encontrado eso\b|\blo desconozco\b/u,
  /\bnão sei\b|\bnão (?:tenho|temos|possuo|encontrei) (?:\S+ ){0,3}(?:conhecimento|informaç\S+|dados|resposta)|\bnão encontr(?:ei|amos) isso\b/u,
  /\bnon (?:lo )?so(?!\p{L})|\bnon (?:ho|abbiamo|dispongo di) (?:\S+ ){0,3}informazion\S+/u,
  /\b(?:weet ik|ik weet) (?:het |dat )?(?:helaas )?niet\b|\bik heb (?:helaas )?geen (?:\S+ ){0,2}informatie\b/u,
  /غير متوفرة لدي|لم أجد ذلك|لا أعرف|لا أعلم|ليس لدي معلومات|ليست لدي معلومات/u,
  /(?:分かりません|わかりません|我不知道|无法回答)/u,
]

export function saysUnknown(answer: string): boolean {
  const text = answer.slice(0, 3000).toLowerCase().replaceAll('’', "'").replaceAll(/\s+/gu, ' ')
  return UNKNOWN.some((pattern) => pattern.test(text))
}

/** The cited sources, or all if none is cited. An answer that says it doesn't know and cites nothing has no sources. */
export function sourcesOfAnswer<S extends Pick<Source, 'n'>>(sources: readonly S[], answer: string): readonly S[] {
  if (sources.length === 0) return sources
  const cited = new Set(citedIn(answer))
  const isCited = sources.some(({ n }) => n !== undefined && cited.has(n))
  return !isCited && saysUnknown(answer) ? [] : shownSources(sources, answer)
}

/** Greetings, thanks and short replies, which need no search. */
const COURTESIES = new Set(
  `hello hi hey hiya howdy greetings good morning afternoon evening day night yo there thanks thank you so much very welcome please ok okay
  sure yes no yeah yep nope bye goodbye see later cheers great perfect cool nice fine how are doing what's up
  hallo guten tag morgen abend servus moin grüezi danke schön dank vielen bitte sehr ja nein tschüss wiedersehen auf super toll prima wie geht's
  bonjour bonsoir salut merci beaucoup oui non d'accord revoir au ça va
  hola buenos buenas días dias tardes noches gracias muchas sí si vale adiós qué tal
  olá ola bom boa dia tarde noite obrigado obrigada sim não tchau tudo bem
  مرحبا أهلا السلام عليكم شكرا نعم لا صباح الخير مساء`
    .split(/\s+/)
    .filter(Boolean),
)
const MAX_SMALL_TALK_WORDS = 6

export function isSmallTalk(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}'’]+/gu) ?? []
  const letters = /\p{N}/u.test(text)
  return (
    !letters && words.length <= MAX_SMALL_TALK_WORDS && words.every((word) => COURTESIES.has(word.replaceAll('’', "'")))
  )
}
