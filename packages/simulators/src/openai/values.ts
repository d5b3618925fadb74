/** Finds values (e-mail, phone, day, time, name …) in what a visitor writes. Pure; the words stay the visitor's. */
import { kindOf, type Variable } from './variables.ts'
import { normalize } from './words.ts'

const EMAIL = /[^\s@<>,;:()"“”]{1,64}@[^\s@<>,;:()"“”]{1,190}\.\p{L}{2,24}(?![\p{L}\p{N}@])/iu
const PHONE = /\+?\d[\d\s()/.-]{4,20}\d/
const DAYS =
  'monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|miercoles|jueves|viernes|sábado|sabado|domingo|segunda(?:-feira)?|terça(?:-feira)?|quarta(?:-feira)?|quinta(?:-feira)?|sexta(?:-feira)?'
const MONTHS =
  'jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|mar(?:ch|s|zo)?|märz|apr(?:il)?|may|mai|mayo|june?|juni|juin|july?|juli|juillet|aug(?:ust)?|août|sept?(?:ember)?|o[ck]t(?:ober|obre)?|nov(?:ember|embre)?|de[cz](?:ember|embre)?|enero|febrero|marzo|abril|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro'
const RELATIVE =
  "today|tomorrow|(?:the )?day after tomorrow|yesterday|in (?:\\d{1,2}|an?|one|two|three|four|five|six) (?:days?|weeks?)|next week|heute|übermorgen|morgen|nächste woche|aujourd'hui|demain|hoy|mañana|hoje|amanhã"
const DATE = new RegExp(
  [
    String.raw`\d{4}-\d{1,2}-\d{1,2}`,
    String.raw`\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{2,4})?`,
    String.raw`\d{1,2}\/\d{1,2}(?:\/\d{2,4})?`,
    String.raw`(?:(?:${DAYS}),?\s+)?(?:the\s+|le\s+|el\s+|den\s+)?\d{1,2}(?:st|nd|rd|th|er|\.)?\s+(?:of\s+|de\s+)?(?:${MONTHS})(?:\s+\d{4})?(?![\p{L}])`,
    String.raw`(?:(?:${DAYS}),?\s+)?(?:${MONTHS})\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{4})?(?!\d)`,
    String.raw`(?:(?:next|this|nächsten|kommenden|am)\s+)?(?:${DAYS})(?![\p{L}])(?:\s+the\s+\d{1,2}(?:st|nd|rd|th))?`,
    String.raw`(?:the\s+)?\d{1,2}(?:st|nd|rd|th)(?!\p{L})`,
    String.raw`(?:am|den)\s+\d{1,2}\.(?!\d)`,
    String.raw`(?:${RELATIVE})(?!\p{L})`,
    String.raw`(?:السبت|الأحد|الاحد|الاثنين|الإثنين|الثلاثاء|الأربعاء|الاربعاء|الخميس|الجمعة|غدا|غدًا|اليوم)`,
  ]
    .map((part) => `(?<![\\p{L}\\p{N}])(?:${part})`)
    .join('|'),
  'iu',
)
const TIME =
  /(?<![\p{L}\p{N}.:])(?:(?:(?:at|um|gegen|à|a las|às)\s+)?(?:[01]?\d|2[0-4])[:.][0-5]\d(?:\s?(?:am|pm|a\.m\.|p\.m\.|uhr|h))?|(?:(?:at|um|gegen|à|a las|às)\s+)?(?:[01]?\d|2[0-4])\s?(?:am|pm|a\.m\.|p\.m\.|uhr|h|o'?clock)(?!\p{L})(?:\s?[0-5]\d)?|(?:at|um|gegen|à|a las|às)\s+(?:[01]?\d|2[0-4])(?![\d.\p{L}])|noon|midday|mittags?|midi|mediodía)(?![\p{L}\d])/iu
const BARE_HOUR = /^\D{0,12}\b(?:[01]?\d|2[0-4])\b\D{0,6}$/
const NUMBER_WORDS =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|ein[se]?|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn)\b/
const AMOUNT =
  /(?:[€$£]\s?\d[\d.,']*(?:\s?(?:k|m|million))?|\d[\d.,']*\s?(?:k\b|thousand|million|tausend|mio)?\s?(?:€|\$|£|euros?|eur\b|dollars?|usd|pounds?|gbp|chf))/iu
const PLACE = /(?:^|\s)(?:in|near|around|bei|à|en|em)\s+((?:the\s+)?\p{Lu}[\p{L}-]+(?:[\s-]\p{Lu}[\p{L}-]+)*)/u
const SELF =
  /^(?:(?:hi|hello|hey|hallo|yes|sure|ja|ok(?:ay)?)[,.!\s]+)?(?:my (?:full )?name(?:'s| is)|the name(?:'s| is)|name is|i am|i'm|this is|it's|it is|call me|ich bin|ich heiße|mein name ist|hier ist|je m'appelle|mon nom est|je suis|me llamo|mi nombre es|soy|o meu nome é|meu nome é|chamo-me|eu sou|اسمي)\s+/iu
const NO_NAME =
  /\b(?:not|unsure|here|new|want|like|need|would|appointment|book|help|please|have|make|cancel|move|know|can|could|termin|mochte|brauche|bitte|will|rendez|veux|voudrais|quiero|cita|quero|interested|looking|yes|no|ok|okay|ja|nein|oui|non|si|sim|nao|sure|thanks|danke)\b/

const YES =
  /^(?:yes|yep|yeah|yup|sure|correct|right|exactly|that(?:'s| is) (?:right|correct|fine|it)|all (?:good|right)|looks good|perfect|ok(?:ay)?|of course|ja|jawohl|genau|stimmt|richtig|passt|gerne?|oui|exact|d'accord|c'est (?:bon|ca|exact)|si|claro|correcto|sim|certo|correto|نعم|صحيح)\b/u
const NO =
  /^(?:no|nope|nah|not (?:yet|really|right|quite|correct)|wrong|incorrect|that(?:'s| is) (?:wrong|not)|nein|ne|falsch|stimmt nicht|das stimmt nicht|non|faux|nao|errado|incorrecto|لا)(?![\p{L}'])/u
const GIVE_UP =
  /\b(?:never ?mind|forget it|(?:i )?(?:do not|don't|dont) want|i(?:'d| would) rather not|prefer not|no thanks?|no thank you|not now|stop asking|leave it|nein,? danke|lieber nicht|vergiss es|abbrechen|will ich nicht|mochte ich nicht|laissez tomber|non merci|no,? gracias|dejalo|nao,? obrigad[oa]|deixa pra la)\b/u
const QUESTION_WORD =
  /^(?:and |but |und |aber )?(?:what|when|where|who|why|how|which|do you|does|is there|are there|are you|can (?:i|you|we)|could (?:i|you|we)|may i|was|wann|wo|wer|warum|wie|welche|gibt es|haben sie|habt ihr|kann ich|konnen sie|quel|quand|ou est|comment|pourquoi|combien|que|cuando|donde|como|cuanto|quando|onde|quanto|qual)\b/u

const heard = (text: string): string => normalize(text).replaceAll('’', "'").trim()

export const saysYes = (text: string): boolean =>
  YES.test(heard(text)) && !/\b(?:but|aber|not|nicht)\b/.test(heard(text))
export const saysNo = (text: string): boolean => NO.test(heard(text))
export const givesUp = (text: string): boolean => GIVE_UP.test(heard(text))
export const isQuestion = (text: string): boolean => /[?？؟]\s*$/u.test(text.trim()) || QUESTION_WORD.test(heard(text))

/** Every day a message names, in its words; those it denies («not the 4th») left out. */
export function daysIn(message: string): string[] {
  const all = message.matchAll(new RegExp(DATE.source, 'giu'))
  return Array.from(all)
    .filter(({ index }) => !/\b(?:not|nicht|pas|no)\s+(?:on\s+|am\s+)?$/i.test(message.slice(0, index)))
    .map(([day]) => day.trim())
}

/** A message without its e-mail addresses, phone numbers, days and times. */
export const withoutTyped = (message: string): string =>
  [EMAIL, DATE, TIME, PHONE].reduce(
    (rest, { source, flags }) => rest.replace(new RegExp(source, `${flags}g`), ','),
    message,
  )

export const isCorrection = (said: string): boolean =>
  saysNo(said) || /^(?:sorry|actually|i meant|ich meinte|moment|entschuldigung|rather|better)\b/.test(heard(said))

const WISH =
  /^(?:hi|hello|hey)?[ ,!.]*(?:(?:can|could|may|would) (?:i|we|you)\b.{0,20}\b(?:get|have|make|book|order|buy|rent|see|arrange|change|move|cancel|help|speak|talk|start|go)\b|is it possible to\b|kann ich\b.{0,40}\b(?:buchen|bestellen|haben|machen|kaufen|mieten)\b|do you have (?:a |any )?(?:free|room|bed|table))/

/** «Can I book a table?» is asked like a question and is a wish. */
export const expressesWish = (text: string): boolean => WISH.test(heard(text))

const trimmed = (text: string | undefined): string | undefined =>
  text?.replace(/^[\s,.;:!-]+|[\s,;:!-]+$/g, '').slice(0, 200) || undefined

/** The value of a typed variable anywhere in a message; `asked` when it is what was asked for, so that less shape is enough. */
export function findValue(variable: Variable, message: string, asked = false): string | undefined {
  switch (kindOf(variable)) {
    case 'email':
      return EMAIL.exec(message)?.[0].replace(/\.+$/, '')
    case 'phone': {
      const found = PHONE.exec(message.replace(EMAIL, ' '))?.[0]
      const digits = found?.replace(/\D/g, '').length ?? 0
      return found && digits >= 6 && digits <= 16 && !/^\d{4}-\d\d-\d\d$/.test(found) ? found.trim() : undefined
    }
    case 'date':
      return DATE.exec(message)?.[0]
        .trim()
        .replace(/^(?:am|den)\s+(?=\p{L})/iu, '')
    case 'time': {
      const found = TIME.exec(message)?.[0] ?? (asked && BARE_HOUR.test(message) ? /\d+/.exec(message)?.[0] : undefined)
      return found?.replace(/^(?:at|um|gegen|à|a las|às)\s+/i, '').trim()
    }
    case 'number':
      if (!asked) return undefined
      return /-?\d+(?:[.,]\d+)?/.exec(message)?.[0] ?? NUMBER_WORDS.exec(heard(message))?.[0]
    case 'boolean':
      if (!asked) return undefined
      return saysYes(message) ? 'yes' : saysNo(message) ? 'no' : undefined
    case 'name':
      return selfNamed(message) ?? (asked ? nameIn(message) : undefined)
    default:
      return asked ? trimmed(message) : loose(variable, message)
  }
}

/** The name in «…, I'm Anna Smith»: of the first part of the message that says one. */
function selfNamed(message: string): string | undefined {
  for (const part of message.split(/[,;.!?\n]\s*|\s(?:and|und)\s/)) {
    const name = SELF.test(part) ? nameIn(part.replace(SELF, '')) : undefined
    if (name) return name
  }
  return undefined
}

/** What a message shows of a free text variable that was not asked for: an amount of money, a place. */
function loose({ name }: Variable, message: string): string | undefined {
  if (/budget|price|amount/i.test(name)) return trimmed(AMOUNT.exec(message)?.[0])
  if (/^(?:area|city|town|location|place|region)$/i.test(name)) return trimmed(PLACE.exec(message)?.[1])
  if (/^(?:bed)?rooms$/i.test(name)) return /(?:\d+|\p{L}+)(?=[ -](?:bed)?rooms?\b|[ -]?zimmer)/iu.exec(message)?.[0]
  return undefined
}

/** The name in a message: what is left without e-mail, phone, day and time, when it reads like one. */
function nameIn(message: string): string | undefined {
  const rest = message.replace(EMAIL, ',').replace(DATE, ',').replace(TIME, ',').replace(PHONE, ',')
  const first = rest.split(/[,;\n.!?]| and | und /).find((part) => part.trim())
  const name = trimmed(first?.replace(/\b(?:on|at|am|um)\s*$/i, '').replace(SELF, ''))
  if (!name || name.split(/\s+/).length > 5 || /\d|[@?]/.test(name) || NO_NAME.test(heard(name))) return undefined
  return /\p{L}{2}/u.test(name) ? name : undefined
}

const SLIPS: readonly (readonly [RegExp, string])[] = [
  [/@(?:gmial|gmal|gamil|gmai|gnail)\.com$/i, '@gmail.com'],
  [/@(?:hotmial|hotmal|hotmai)\.com$/i, '@hotmail.com'],
  [/@(gmail|hotmail|outlook|yahoo)\.(?:con|cm|co|comm)$/i, '@$1.com'],
  [/@(?:outlok|outloo)\.com$/i, '@outlook.com'],
]

/** The usual spelling of an address with a likely slip of the keys. */
export function usualSpelling(email: string): string | undefined {
  const slip = SLIPS.find(([pattern]) => pattern.test(email))
  return slip && email.replace(slip[0], slip[1])
}
