// Which questions the knowledge could not serve, reported once the turn is over and nobody waits for it.
import { turnText } from './stream-parts.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { TurnRuntime } from './runtime.ts'
import type { Searched } from './types.ts'
import type { RunningTurn } from './running-turns.ts'
import type { TurnContext } from './turn-context.ts'
import { isSmallTalk } from './small-talk.ts'

/** How a turn looked after its answer was stored. */
export interface AskedTurn {
  /** What the visitor asked, put into words of its own where the search did that. */
  readonly question: string
  readonly answer: string
  /** One entry per search of the knowledge base that went well: how many passages the model was given. */
  readonly found: readonly number[]
}

/**
 * Whether the knowledge could not serve the turn. Turns without a search never are: the knowledge was not asked. Where the
 * search found nothing, what was said must look like a question; visitors also tell their names, dates and wishes, and no
 * document would answer those.
 */
export function isUnserved({ question, answer, found }: AskedTurn): boolean {
  if (found.length === 0 || !isAskable(question)) return false
  if (saysUnknown(answer)) return true
  return found.every((passages) => passages === 0) && isQuestion(question)
}

const WORDS = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu
/** Scripts that put no spaces between words. */
const DENSE = /[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]/u
const TELLS =
  /^(?:(?:my|mein|mi|mon|meu) (?:\S+ )?(?:name|nom|nombre|nome|e-?mail|number|phone|address)|i am|i'm|ich bin|ich heisse|ich heiße|je suis|je m'appelle|soy|me llamo|sou|it'?s me|this is)\b/iu
const PEOPLE =
  /\b(?:human|real person|(?:live|support) agent|(?:talk|speak) (?:to|with) (?:a|an|some|the)\b|menschen? sprechen|mitarbeiter(?:in)? sprechen)/iu

/** False for courtesies, single words, contact details, and people who say who they are or want to talk to somebody. */
export function isAskable(text: string): boolean {
  const trimmed = text.slice(0, 1000).trim()
  if (!/\p{L}{2}/u.test(trimmed) && !DENSE.test(trimmed)) return false
  if (isSmallTalk(trimmed) || PEOPLE.test(trimmed)) return false
  const bare = trimmed.replaceAll(/\S+@\S+|https?:\/\/\S+|[+\d][\d\s()/.-]{5,}/gu, ' ')
  const words = bare.match(WORDS) ?? []
  const asks = /[?？؟]/u.test(trimmed)
  if (TELLS.test(trimmed) && !asks) return false
  return words.length >= (asks ? 1 : 2) || (DENSE.test(bare) && bare.trim().length >= 3)
}

const BEGINS =
  /^(?:(?:and|but|so|ok|okay|hi|hello|hey|please|und|aber|hallo|et|y|e)[\s,!.]+)*(?:who|whose|what|what's|when|where|which|why|how|is|are|was|were|do|does|did|can|could|may|might|should|shall|will|would|have|has|am|tell me|explain|show me|give me|list|describe|i (?:need|want|would like) to know|i wonder|i'm looking for|i am looking for|looking for|any|wer|was|wann|wo|wohin|woher|welche[rsnm]?|warum|wieso|weshalb|wie|wieviel|ist|sind|hat|haben|habt|gibt|kann|kannst|können|könnt|darf|dürfen|muss|müssen|soll|bietet|macht|erkläre?|sag mir|zeig mir|ich (?:möchte|will|würde gern) wissen|qui|que|quoi|quand|où|quel(?:le)?s?|pourquoi|comment|combien|est-ce|avez-vous|puis-je|peut-on|quién|qué|cuándo|dónde|cuál(?:es)?|cómo|cuánto[s]?|cuánta[s]?|puedo|tienen|hay|quem|quando|onde|qual|quais|como|quanto[s]?|posso|vocês|chi|che|cosa|quanto|dove|perché|wat|waar|wanneer|hoe|waarom|welke|هل|ما|ماذا|متى|أين|كيف|كم|لماذا)(?![\p{L}\p{M}'])/iu

/** Whether a text looks like a question or a request to be told something. */
export const isQuestion = (text: string): boolean => /[?？؟]/u.test(text) || BEGINS.test(text.trim())

/**
 * How agents of the platform say that they do not know. The system prompt asks them to say «that you do not know», and these
 * are the forms which that takes; the sandbox model's own sentences are among them. Typographic apostrophes count as plain.
 */
const UNKNOWN: readonly RegExp[] = [
  /\b(?:i|we)(?:'m| am| are)?(?: afraid| sorry)?(?:,? (?:but )?(?:i|we))?(?: \w+ly)? (?:do not|don't) (?:\w+ly )?know\b(?! (?:that|of|if you))/u,
  /\b(?:i|we) (?:\w+ly )?(?:do not|don't) (?:\w+ly )?have (?:(?:any|that|this|the|enough|specific|more|further|an|such|those|these|details?|information|exact|reliable|\w+ing) ){0,3}(?:information|details?|answer|data|knowledge|in my knowledge|in our knowledge|about|on (?:that|this))\b/u,
  /\b(?:do not|don't|does not|doesn't) (?:have|contain|include|cover|mention|say) (?:\w+ ){0,4}(?:in|about|of|on) (?:my|our|the) (?:knowledge|information|documents?|sources?)/u,
  /\b(?:could not|couldn't|cannot|can't|was unable to|am unable to|was not able to) find (?:\w+ ){0,4}(?:information|details?|answer|anything|that|this)\b/u,
  /\b(?:i|we) have no (?:\w+ ){0,2}(?:information|details?|knowledge|answer|data)\b/u,
  /\b(?:is|are|was) (?:not|n't) (?:something (?:i|we) know|in my knowledge|known to me)\b/u,
  /\b(?:weiß|weiss) (?:ich|wir) (?:leider |das )*nicht\b|\b(?:ich|wir) (?:weiß|weiss|wissen) (?:es |das |dies |leider |darüber )*nicht\b/u,
  /\b(?:(?:habe|haben|liegen|liegt) (?:ich|wir|mir|uns)|(?:ich|wir|mir|uns) (?:habe|haben|liegen|liegt)) (?:\S+ ){0,3}keine (?:\S+ ){0,2}(?:informationen|information|angaben|auskunft|antwort|daten|kenntnis)/u,
  /\bnicht in meinem wissen\b|\bkann (?:ich )?(?:\S+ ){0,3}nicht beantworten\b/u,
  /\bje ne (?:le )?sais pas\b|\b(?:je|nous) n(?:e |')(?:\S+ ){0,2}(?:ai|avons|dispose|disposons) (?:malheureusement )?(?:pas|d'aucune|de cette)\b|\bne figure pas dans mes connaissances\b/u,
  /\bno (?:lo )?sé(?!\p{L})|\bno (?:tengo|dispongo de|tenemos|cuento con) (?:\S+ ){0,3}(?:información|conocimientos?|datos|respuesta)\b|\bno tengo eso\b|\blo desconozco\b/u,
  /\bnão sei\b|\bnão (?:tenho|temos|possuo|encontrei) (?:\S+ ){0,3}(?:conhecimento|informaç\S+|dados|resposta)/u,
  /\bnon (?:lo )?so(?!\p{L})|\bnon (?:ho|abbiamo|dispongo di) (?:\S+ ){0,3}informazion\S+/u,
  /\b(?:weet ik|ik weet) (?:het |dat )?(?:helaas )?niet\b|\bik heb (?:helaas )?geen (?:\S+ ){0,2}informatie\b/u,
  /غير متوفرة لدي|لا أعرف|لا أعلم|ليس لدي معلومات|ليست لدي معلومات/u,
  /(?:分かりません|わかりません|我不知道|无法回答)/u,
]

/** Whether an answer says that it does not know; a sentence among others is enough. */
export function saysUnknown(answer: string): boolean {
  const text = answer.slice(0, 3000).toLowerCase().replaceAll('’', "'").replaceAll(/\s+/gu, ' ')
  return UNKNOWN.some((pattern) => pattern.test(text))
}

/**
 * What a turn searched for, and how much it found. Undefined where that is nobody's question (tests, drafts, forms), where
 * the agent keeps no history, and where a search failed.
 */
export async function searchedIn(context: TurnContext): Promise<Searched | undefined> {
  const { agent, request, values } = context.accepted
  const isReal = request.channel !== 'test' && !request.draft && values === undefined
  const isKept = agent.config.recordChatHistory && request.ephemeral !== true
  return isReal && isKept ? context.retrieval.searched() : undefined
}

/** After the answer was stored. */
export function noteUnserved(
  { deps }: TurnRuntime,
  ctx: Ctx,
  { turn, agentId, workspaceId }: RunningTurn,
  { question, found }: Searched,
): void {
  if (!isUnserved({ question, found, answer: turnText(turn) })) return
  const { conversationId, turnId } = turn.metadata
  deps.unserved({ ...ctx, workspaceId }, { agentId, workspaceId, conversationId, turnId, question })
}
