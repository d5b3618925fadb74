/** Greetings, thanks, goodbyes and «who are you». Pure. */
import type { Language } from './language.ts'
import type { Prompt } from './prompt.ts'
import { REPLIES } from './replies.ts'
import { saysNo, saysYes } from './values.ts'
import { normalize, isStopWord, words } from './words.ts'

const GREETING =
  /\b(?:hi+|hello|hey+|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|hallo|moin|servus|gruezi|grus gott|guten (?:tag|morgen|abend)|bonjour|bonsoir|salut|coucou|hola|buen[oa]s (?:dias|tardes|noches)|ola|oi|bom dia|boa (?:tarde|noite))\b|مرحبا|اهلا(?: وسهلا)?|السلام عليكم|صباح الخير|مساء الخير/gu
const THANKS =
  /\b(?:thanks?(?: you)?(?: (?:so|very) much| a lot)?|thx|cheers|danke(?: schon| sehr)?|dankeschon|vielen dank|merci(?: beaucoup)?|(?:muchas )?gracias|(?:muito )?obrigad[oa])\b|شكرا(?: جزيلا| لك)?/gu
const BYE =
  /\b(?:bye(?: bye)?|goodbye|see you(?: later)?|tschuss|auf wiedersehen|ciao|au revoir|adios|hasta luego|tchau|ate logo)\b|مع السلامه|الي اللقاء/gu
const WHO =
  /\b(?:who (?:are|r) (?:you|u)|what are you|what(?:'s| is) your name|what can you (?:do|help)|introduce yourself|wer (?:bist du|sind sie)|wie hei(?:ss|sz)(?:t du|en sie)|was kannst du|was konnen sie|qui (?:es[- ]tu|etes[- ]vous)|comment (?:tu t'appelles|vous appelez[- ]vous)|quien (?:eres|es usted)|como te llamas|quem (?:e voce|es tu)|qual (?:e )?(?:o )?seu nome)\b|من (?:انت|انتم)|ما اسمك/u
const BOT =
  /\b(?:are you (?:a |an )?(?:real |actual )?(?:human|person|bot|robot|machine|ai)|bist du (?:ein |eine )?(?:mensch|bot|roboter|ki|maschine)|sind sie (?:ein )?(?:mensch|bot|roboter)|es[- ]tu un (?:humain|robot)|etes[- ]vous un (?:humain|robot)|eres (?:un )?(?:humano|robot|bot|una persona)|voce e (?:um )?(?:humano|robo|uma pessoa))\b|هل انت (?:انسان|روبوت)/u

/** Answers a message without a question about the subject; `undefined` when there is one. */
export function smallTalkReply(prompt: Pick<Prompt, 'agent' | 'question'>, language: Language): string | undefined {
  const heard = hearing(prompt.question)
  const say = REPLIES[language]
  const self = prompt.agent ? say.self(prompt.agent) : undefined
  if (BOT.test(heard) || WHO.test(heard)) return `${self ? `${self}, ${say.assistant}` : say.self(say.assistant)}.`
  if (subjectOf(heard).length > 0) return undefined
  if (heard.search(BYE) >= 0) return say.bye
  if (heard.search(THANKS) >= 0) return say.thanks
  if (heard.search(GREETING) >= 0) return [say.greet, self && `${self}.`, say.ask].filter(Boolean).join(' ')
  return words(heard).length <= 3 && (saysNo(heard) || saysYes(heard)) ? say.ask : undefined
}

/** The words that are left without greeting, thanks and goodbye. */
const subjectOf = (heard: string): string[] =>
  words(heard.replace(GREETING, ' ').replace(THANKS, ' ').replace(BYE, ' ')).filter(
    (word) => !isStopWord(word) && !FILLER.has(word),
  )
const hearing = (text: string): string => normalize(text).replaceAll('’', "'").slice(0, 400)

/** A greeting, thanks or a goodbye, and nothing else. */
export function isSmallTalk(text: string): boolean {
  const heard = hearing(text)
  return subjectOf(heard).length === 0 && [GREETING, THANKS, BYE].some((pattern) => heard.search(pattern) >= 0)
}

/** Whether the visitor takes leave. */
export const isGoodbye = (text: string): boolean =>
  hearing(text).search(BYE) >= 0 && subjectOf(hearing(text)).length <= 2

/** Whether the visitor asks if they talk to a machine. */
export const asksForBot = (text: string): boolean => BOT.test(hearing(text))

const FILLER = new Set(
  'there all everyone team you today sir madam again help lot nice day great perfect super zusammen alle tout monde everybody guys'.split(
    ' ',
  ),
)

const HUMAN =
  /\b(?:(?:speak|talk|chat|connect|transfer|pass|reach|get)\b.{0,25}\b(?:human|person|someone|somebody|agent|representative|staff|operator)|real (?:human|person)|human (?:please|agent|being)|(?:mensch\w*|mitarbeiter\w*|jemandem)\b.{0,25}\b(?:sprechen|reden|verbinden)|(?:sprechen|reden)\b.{0,25}\b(?:mensch\w*|mitarbeiter\w*)|parler a (?:un humain|une personne|quelqu'un|un conseiller)|hablar con (?:una persona|alguien|un humano|un agente)|falar com (?:uma pessoa|alguem|um humano|um atendente))\b|التحدث (?:مع|الي) (?:انسان|شخص|موظف)/u
const EMERGENCY =
  /\b(?:chest pain|can(?:'t|not) breathe|trouble breathing|stroke|heavy bleeding|bleeding heavily|unconscious|suicid\w*|kill myself|heart attack|brustschmerz\w*|atemnot|schlaganfall|herzinfarkt|bewusstlos|starke blutung|douleur thoracique|dolor de pecho|dor no peito)\b/u

/** Whether the visitor asks for a person. */
export function wantsHuman(text: string): boolean {
  return HUMAN.test(normalize(text).replaceAll('’', "'"))
}

export const mentionsEmergency = (text: string): boolean => EMERGENCY.test(hearing(text))

/** Whether a visitor of an agent that knows emergencies tells of one. */
export function isEmergency(text: string, instructions: string): boolean {
  return /emergency|notfall|notruf|urgence|emergencia|emergência/i.test(instructions) && mentionsEmergency(text)
}
