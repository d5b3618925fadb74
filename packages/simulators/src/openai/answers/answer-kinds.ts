/** The kind of answer that a question asks for, and which sentences have it. */
import { monthsIn, weekdaysIn } from '../language/calendar.ts'
import { countedIn, namesNumber, NUMBER_WORDS } from '../language/numbers.ts'
import { namesAge, namesDuration, namesHour } from '../language/quantities.ts'
import { normalize } from '../language/words.ts'

type Rule = {
  /** Matched against the folded question. */
  asks: RegExp
  /** Matched against the sentence, folded, or as written where capitals matter. */
  answers: (folded: string, text: string) => boolean
}

const LENGTH = new RegExp(
  `(?:\\d ?(?:[ckm]?m|ft)|(?:\\d ?|\\b(?:${NUMBER_WORDS}) )(?:(?:centi|kilo)?met(?:re|er)s?|miles?|meilen?|feet|foot|inch\\w*))\\b`,
)
const COSTS = new RegExp(`\\b(?:costs?|kostet|kosten|coutent?|coute|cuestan?|custam?) (?:\\d|(?:${NUMBER_WORDS})\\b)`)

/** The first rule that matches a question applies. */
const RULES = {
  means: {
    asks: /\b(?:payment (?:methods?|options?)|how (?:can|do) (?:i|we) pay|zahlungs(?:art|mittel)\w*|wie kann (?:ich|man) (?:be)?zahlen|moyens? de paiement|(?:metodos?|formas?) de pag\w+)/,
    answers: (folded) =>
      /\b(?:cards?|cash|paypal|bank transfer|invoice|karte|kreditkarte|bargeld|rechnung|uberweisung|carte|especes|virement|tarjeta|efectivo|transferencia|cartao|dinheiro)\b/.test(
        folded,
      ),
  },
  weight: {
    asks: /\b(?:how heavy|wie schwer)\b/,
    answers: (folded) => /\d ?(?:k?g|lbs?|oz|tonnes?|tons?|tonnen?|kilos?|kilogram\w*|pounds?|gramm?s?)\b/.test(folded),
  },
  length: {
    asks: /\b(?:how (?:tall|wide|deep)|wie (?:tief|breit))\b/,
    answers: (folded) => LENGTH.test(folded),
  },
  distance: {
    asks: /\b(?:how far|wie weit)\b/,
    answers: (folded, text) => LENGTH.test(folded) || namesDuration(text),
  },
  email: {
    asks: /\b(?:e-?mail|correo|courriel)|بريد/u,
    answers: (_, text) => /\S@\S/.test(text),
  },
  // «How much tea do I need?» asks for no price.
  amount: {
    asks: /\b(?:how much|wie ?viel) (?!(?:is|are|does|do|will|would|ist|sind|money|geld)\b)\p{L}+ (?:do|does|can|should|must|may|is|are|fits?|darf|kann|brauche|ist)\b/u,
    answers: (folded) => namesNumber(folded),
  },
  // A rope and a tour are both long.
  extent: {
    asks: /\b(?:how long (?:is|are)|wie lang (?:ist|sind))\b/,
    answers: (folded, text) => LENGTH.test(folded) || namesDuration(text),
  },
  duration: {
    asks: /\b(?:how (?:long|(?:fast|quick\w*|soon)(?! (?:is|are))|many (?:days|weeks|hours|minutes|months))|wie (?:lange?|schnell|viele (?:tage|wochen|stunden))|combien de (?:temps|jours)|en combien|cuant[oa]s? (?:tiempo|dias|tarda)|quanto tempo|quantos dias)\b|كم (?:من الوقت|يوم|تستغرق|يستغرق)/u,
    answers: (folded, text) =>
      namesDuration(text) ||
      /(?:\d|ثلاثه|اربعه|خمسه|سته|سبعه|عشره) ?(?:يوم|ايام|ساعه|ساعات|اسبوع|اسابيع|شهر|اشهر|دقيقه|دقائق)|يومين|ساعتين|اسبوعين|شهرين|\b(?:overnight|immediately|same day|sofort)\b/u.test(
        folded,
      ),
  },
  price: {
    asks: /\b(?:how (?:much|expensive)|what (?:does|do|is|are|would).{0,40}\b(?:cost|costs|price|prices|charge|fee)|prices?|pricing|cost|costs|fees?|wie ?viel|was kost\w*|preise?|combien|prix|tarifs?|cuanto (?:cuesta|vale|es|cuestan)|precios?|quanto (?:custa|custam|e)|precos?)\b|بكم|سعر|اسعار|تكلف/u,
    answers: (folded) =>
      /[€$£¥]\s?\d|\d\s?[€$£¥%]|\d ?(?:eur|euros?|usd|dollars?|gbp|pounds?|p\b|chf|cents?|reais|دولار|يورو|ريال|درهم)|(?<!\b(?:an?|any|your) )\bfree\b|\b(?:gratis|kostenlos|kostenfrei|gratuit\w*|half (?:of|price)|costs? nothing|\p{L}{3,} (?:euros?|dollars?|pounds?))\b|مجان/u.test(
        folded,
      ) ||
      // A price may be in a currency that is not listed here.
      COSTS.test(folded),
  },
  age: {
    asks: /\b(?:how old|what age|which age|wie alt|quel age|que edad|que idade)\b/,
    answers: (_, text) => namesAge(text),
  },
  count: {
    asks: /\b(?:how many|wie viele|cuant[oa]s|quant[oa]s)\b|كم عدد/u,
    answers: (folded) => namesNumber(folded) || /\b(?:unlimited|unbegrenzt|illimite\w*|ilimitad\w*)\b/.test(folded),
  },
  clock: {
    asks: /\b(?:what time|um wie ?viel uhr|a quelle heure|a que hora|que horas)\b/,
    answers: (_, text) => namesHour(text),
  },
  time: {
    asks: /\b(?:when|which day|what days?|wann|quand|cuando|quando|hours|opening|horaires?|horarios?)\b|offnungszeit|متي|مواعيد|ساعات/u,
    answers: (folded, text) =>
      namesHour(text) ||
      weekdaysIn(text).size > 0 ||
      monthsIn(text).size > 0 ||
      /\b(?:19|20)\d{2}\b|\b\d{1,2}\s?(?:-|–|to|bis|a|until)\s?\d{1,2}\b|الساعه|صباحا|مساء/u.test(folded),
  },
  place: {
    asks: /\b(?:where|wo|ou (?:est|se|etes|puis|sont)|donde|onde|address\w*|location|adresse|direccion|endereco)\b|اين|عنوان/u,
    answers: (folded, text) =>
      /\b\d{4,5} \p{Lu}\p{Ll}|(?<![\p{N}.,])\d{1,4}[a-z]?,? \p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*, (?:\d{3,6} )?\p{Lu}\p{Ll}/u.test(
        text,
      ) ||
      /\b(?:street|st|road|rd|avenue|square|lane|rue|calle|rua|avenida|plaza|platz|weg|allee)\b|(?:strasse|platz|gasse|weg) ?\d|\b(?:located|situated|away|based|stands?|find us|behind|next to|opposite|floor|entfernt|steht|stehen|liegt|liegen|befindet|situe|ubicad\w*|localizad\w*|fica)\b|شارع|يقع|تقع/u.test(
        folded,
      ),
  },
  person: {
    asks: /\b(?:who|wer|qui|quien|quem)(?:'s| (?:is|are|was|has|had|does|did|owns?|runs?|leads?|manages?|founded|started|created|ist|sind|war|hat|leitet|fuhrt|grundete|est|sont|a|dirige|es|son|fundo|e|sao|fundou))\b|(?:^|\s)من (?:هو|هي|اسس|يملك)/u,
    answers: (_, text) =>
      /\S\s\p{Lu}[\p{Ll}’']+(?:\s(?:von|van|de|da|del|al|bin))?\s\p{Lu}\p{Ll}+|^(?!(?:The|Die|Der|Das|Les?|La|El|Os?|As?)\s)\p{Lu}\p{Ll}+\s\p{Lu}\p{Ll}+/u.test(
        text,
      ),
  },
} satisfies Record<string, Rule>
export type AnswerKind = keyof typeof RULES

const YES_OR_NO =
  /^(?:(?:and|but|so|hi|hello)[ ,]+)?(?:is|are|was|do|does|did|can|could|may|must|should|will|am) (?!you (?:please )?(?:tell|say|know|explain|give))(?!.*\b(?:open|closed|how|what|when|where|which|who)\b)/
const isYesOrNo = (folded: string): boolean => YES_OR_NO.test(folded.trim())

/** Returns the kind of answer a question asks for, if it is clear. */
export function answerKindOf(question: string): AnswerKind | undefined {
  const folded = normalize(question)
  if (isYesOrNo(folded)) return undefined
  return (Object.keys(RULES) as AnswerKind[]).find((kind) => RULES[kind].asks.test(folded))
}

export function answersKind(kind: AnswerKind, text: string): boolean {
  const { answers }: Rule = RULES[kind]
  return answers(normalize(text), text)
}

/** Whether a sentence has to name what is measured: a page has many numbers. */
export const isMeasure = (kind: AnswerKind): boolean => ['weight', 'length', 'distance', 'age'].includes(kind)
/** Whether only such an answer will do: only a number answers «How many?». */
export const isExact = (kind: AnswerKind): boolean => !['means', 'email', 'amount', 'time', 'place'].includes(kind)
/** The folded question without «how old», «how heavy» and the like, which do not name the subject. */
export const withoutMeasure = (kind: AnswerKind | undefined, folded: string): string =>
  kind && isMeasure(kind) ? folded.replace(RULES[kind].asks, ' ') : folded

/** An amount next to such a word is not a price. */
const NO_PRICE =
  /\b(?:deposits?|discounts?|refunds?|kaution|pfand|anzahlung|rabatt|caution|remise|fianza|descuento|desconto)\b/
/** Whether the amount in the sentence is not the requested price. */
export const isOtherAmount = (question: string, text: string): boolean =>
  NO_PRICE.test(normalize(text)) && !NO_PRICE.test(normalize(question))

/** «…, and is led by Mira Okafor»: clauses with a verb of their own. */
const CLAUSE =
  /;|,? (?:and|but|und|aber|et|mais|y|pero|e|mas) (?=(?:is|are|was|were|has|have|ist|sind|war|wird|wurde|hat|est|a|fue|es|foi) )/
/** The part of a text that belongs to the value asked for: the clause of a person, the words at a number. */
export function partOf(kind: AnswerKind, text: string): string {
  if (kind === 'person') return text.split(CLAUSE).find((clause) => answersKind(kind, clause)) ?? text
  return kind === 'count' ? countedIn(text) : text
}

/** The concept of a question of that kind, when its words do not name it («how much is it?»). */
export const CONCEPT_OF_KIND: Partial<Record<AnswerKind, string>> = { price: 'price', place: 'address', email: 'email' }

const WITHOUT =
  /^(?:(?:and|but|so|und|et|y|e) )?(?:which|what|who|welche\w*|was|wer|quel\w*|cual\w*|qual|quais)\b.*\b(?:no|without|ohne|kein\w*|sans|sin|sem)\b/
const DENIES =
  /\b(?:no|not|none|never|nothing|without|free|little|wenig\w*|nicht|nie|ohne|kein\w*|frei|sans|pas|aucun\w*|sin|ningun\w*|sem|nao|nenhum\w*)\b|\w(?:n't|-?free|frei)\b/
/** Whether a question is about something missing, and the sentence is not. */
export const missesDenial = (question: string, text: string): boolean =>
  WITHOUT.test(normalize(question).trim()) && !DENIES.test(normalize(text))
