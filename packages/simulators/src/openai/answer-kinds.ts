/** What kind of answer a question asks for, and which sentences have that kind. Pure. */
import { durationsIn, hoursIn, monthsIn, namesAge, namesNumber } from './quantities.ts'
import { normalize } from './words.ts'

/** «Ninety euros». */
const WRITTEN_PRICE =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|\p{L}+ty|\p{L}*hundred|thousand|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|\p{L}+zehn|\p{L}+zig|dreissig|\p{L}*hundert|\p{L}*tausend) (?:euros?|dollars?|pounds?|cents?|francs?|franken)\b/u

export type AnswerKind =
  | 'time'
  | 'clock'
  | 'price'
  | 'place'
  | 'person'
  | 'duration'
  | 'count'
  | 'phone'
  | 'email'
  | 'link'
  | 'means'
  | 'age'
  | 'extra'
  | 'measure'

/** Looked for in the folded question; the first that fits wins. */
const QUESTIONS: readonly (readonly [AnswerKind, RegExp])[] = [
  [
    'means',
    /\b(?:payment (?:methods?|options?)|how (?:can|do|could) (?:i|we) pay|zahlungs(?:art|mittel|moglichkeit)\w*|wie kann (?:ich|man) (?:be)?zahlen|moyens? de paiement|(?:metodos?|formas?) de pag\w+)/u,
  ],
  ['email', /\b(?:e-?mail|mail address|correo|courriel)|بريد/u],
  [
    'phone',
    /(?<!\b(?:my|mein\w{0,2}|mon|mi|meu) )\b(?:phone|telephone|telefon\w*|telephone|call you|hotline|llamar|ligar|appeler)|هاتف|اتصال/u,
  ],
  ['link', /\b(?:website|web ?site|url|link|webseite|homepage|site web|sitio web)\b|موقع الكتروني/u],
  [
    'duration',
    /\b(?:how (?:long|fast|quick\w*|soon|many (?:days|weeks|hours|minutes|months))|wie (?:lange|schnell|viele (?:tage|wochen|stunden))|combien de (?:temps|jours)|en combien|cuant[oa]s? (?:tiempo|dias|tarda)|quanto tempo|quantos dias)\b|كم (?:من الوقت|يوم|تستغرق|يستغرق)/u,
  ],
  [
    'price',
    /\b(?:how (?:much|expensive)|what (?:does|do|is|are|would).{0,40}\b(?:cost|costs|price|prices|charge|fee)|prices?|pricing|cost|costs|fees?|wie ?viel|was kost\w*|preise?|combien|prix|tarifs?|cuanto (?:cuesta|vale|es|cuestan)|precios?|quanto (?:custa|custam|e)|precos?)\b|بكم|سعر|اسعار|تكلف/u,
  ],
  [
    'extra',
    /\b(?:extra|surcharge|additional(?:ly)? (?:fee|cost|charge)|aufpreis|zusatzlich|supplement|suplemento|included|inklusive|inbegriffen|enthalten|inclus\w*|inclui\w*|incluso)\b/u,
  ],
  [
    'measure',
    /\b(?:how (?:deep|big|large|high|tall|heavy|wide|far|strong|hot|cold)|wie (?:tief|gross|hoch|schwer|weit|breit|warm|kalt))\b/u,
  ],
  ['age', /\b(?:how old|what age|which age|wie alt|quel age|que edad|que idade)\b/u],
  ['count', /\b(?:how many|wie viele|cuant[oa]s|quant[oa]s)\b|كم عدد/u],
  ['clock', /\b(?:what time|um wie ?viel uhr|a quelle heure|a que hora|que horas)\b/u],
  [
    'time',
    /\b(?:when|what time|which day|what days?|wann|um wie viel uhr|quand|a quelle heure|cuando|a que hora|quando|que horas|hours|opening|horaires?|horarios?)\b|offnungszeit|متي|مواعيد|ساعات/u,
  ],
  [
    'place',
    /\b(?:where|wo|ou (?:est|se|etes|puis|sont)|donde|onde|address\w*|location|adresse|direccion|endereco)\b|اين|عنوان/u,
  ],
  [
    'person',
    /\b(?:(?:who|wer|qui|quien|quem)(?:'s| (?:is|are|was|has|had|does|did|owns?|runs?|leads?|manages?|founded|started|created|ist|sind|war|hat|leitet|fuhrt|grundete|besitzt|est|sont|a|dirige|es|son|fundo|e|sao|fundou|criou))|wie heisst)\b|(?:^|\s)من (?:هو|هي|اسس|يملك)/u,
  ],
]

const DAY =
  'mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonntags?|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miercoles|jueves|viernes|sabados?|domingos?|segunda|terca|quarta|quinta|sexta|daily|taglich|january|february|march|april|june|july|august|september|october|november|december|januar|februar|marz|mai|juni|juli|oktober|dezember|noon|midnight'

/** Looked for in the folded sentence, except where capitals matter. */
const ANSWERS: Record<AnswerKind, (folded: string, text: string) => boolean> = {
  means: (folded) =>
    /\b(?:cards?|cash|paypal|visa|mastercard|klarna|apple pay|google pay|bank transfer|invoice|karte|kreditkarte|bargeld|rechnung|uberweisung|lastschrift|carte|especes|virement|tarjeta|efectivo|transferencia|cartao|dinheiro|pix)\b/.test(
      folded,
    ),
  clock: (folded, text) =>
    hoursIn(text).length > 0 || /\b(?:noon|midnight|mittags?|mitternacht|midi|minuit)\b/.test(folded),
  time: (folded, text) =>
    hoursIn(text).length > 0 ||
    monthsIn(text).size > 0 ||
    new RegExp(`\\b(?:${DAY})\\b|\\b(?:19|20)\\d{2}\\b`).test(folded) ||
    /\b\d{1,2}\s?(?:-|–|to|bis|a|until)\s?\d{1,2}\b|السبت|الاحد|الاثنين|الجمعه|الساعه|صباحا|مساء/u.test(folded),
  price: (folded) =>
    /[€$£¥]\s?\d|\d\s?[€$£¥%]|\d ?(?:eur|euros?|usd|dollars?|gbp|pounds?|p\b|chf|cents?|reais|دولار|يورو|ريال|درهم)|\b(?:free|gratis|kostenlos|gratuit\w*|kostenfrei|at no (?:extra )?cost|half (?:of|price)|die halfte|costs? nothing|kostet nichts|moitie|mitad|metade)\b|مجان/u.test(
      folded,
    ) || WRITTEN_PRICE.test(folded),
  place: (folded, text) =>
    /\b\d{4,5} \p{Lu}\p{Ll}/u.test(text) ||
    /(?<![\p{N}.,])\d{1,4}[a-z]?,? \p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*, (?:\d{3,6} )?\p{Lu}\p{Ll}/u.test(text) ||
    /\b(?:street|st|road|rd|avenue|ave|square|lane|rue|calle|rua|avenida|plaza|platz|weg|allee|place)\b|(?:strasse|str\.|platz|gasse|weg) ?\d|\b(?:located|situated|away|entfernt|based|stand|stands|stored|steht|stehen|liegt|liegen|find us|behind|next to|opposite|floor|gelegen|befindet|situe|ubicad\w*|localizad\w*|fica|en el centro)\b|شارع|يقع|تقع/u.test(
      folded,
    ),
  person: (_folded, text) =>
    /\S\s\p{Lu}[\p{Ll}’']+(?:\s(?:von|van|de|da|del|al|bin))?\s\p{Lu}\p{Ll}+|^(?!(?:The|Die|Der|Das|Les?|La|El|Os?|As?)\s)\p{Lu}\p{Ll}+\s\p{Lu}\p{Ll}+/u.test(
      text,
    ),
  duration: (folded, text) =>
    durationsIn(text).length > 0 ||
    /(?:\d+ ?(?:يوم|ايام|ساعه|اسبوع|شهر|دقيقه))|\b(?:overnight|immediately|instantly|same day|sofort)\b/u.test(folded),
  count: (folded) => namesNumber(folded) || /\b(?:unlimited|unbegrenzt|illimite\w*|ilimitad\w*)\b/.test(folded),
  extra: (folded, text) =>
    /\b(?:includ\w+|enthalten|inbegriffen|inklusive|inclus\w*|inclui\w*|incluso)\b/.test(folded) ||
    ANSWERS.price(folded, text),
  measure: (folded) => namesNumber(folded),
  age: (_folded, text) => namesAge(text),
  phone: (_folded, text) => /\+?\d[\d\s()/.-]{5,}\d/.test(text),
  email: (_folded, text) => /\S@\S/.test(text),
  link: (folded) => /https?:\/\/|\bwww\.|\b[a-z0-9-]+\.(?:com|org|net|de|fr|es|br|io|app|eu)\b/.test(folded),
}

/** The kind of answer a question wants, if it says. */
export function answerKindOf(question: string): AnswerKind | undefined {
  const folded = normalize(question)
  return QUESTIONS.find(([, pattern]) => pattern.test(folded))?.[0]
}

/** An amount beside such a word is the price of nothing. */
const NO_PRICE =
  /\b(?:deposits?|discounts?|refunds?|kaution|pfand|anzahlung|rabatt|caution|acompte|remise|fianza|descuento|deposito|desconto)\b/

/** Whether an amount in the sentence is something else than the price that is asked for. */
export const isOtherAmount = (question: string, text: string): boolean =>
  NO_PRICE.test(normalize(text)) && !NO_PRICE.test(normalize(question))

/** Whether a sentence has an answer of that kind. */
export function answersKind(hint: AnswerKind, text: string): boolean {
  return ANSWERS[hint](normalize(text), text)
}

/** The concept a question of that kind is about, when its words do not name it («how much is it?»). */
export const CONCEPT_OF_KIND: Partial<Record<AnswerKind, string>> = {
  price: 'price',
  place: 'address',
  phone: 'phone',
  email: 'email',
}
