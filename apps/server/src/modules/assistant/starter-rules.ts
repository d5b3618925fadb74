// Generates starter questions by rules: questions in the knowledge, and questions for well-known headings.
import { textOf } from '@parlance/contract/lib/markdown/grammar'
import { STARTER_QUESTIONS } from '@parlance/contract/agents/widget-fields'

export interface StarterSource {
  readonly title: string
  readonly heading: string
  readonly text: string
}

type Language = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ar'
interface Question {
  readonly language: Language
  readonly text: string
}

const SHORTEST = 12
const LONGEST_HEADING = 60

/** How questions of visitors begin; excludes lines such as «Questions?» and «Did you know?». */
const ASKING: Readonly<Record<Language, RegExp>> = {
  en: /^(?:how|what|when|where|which|who|why|can|could|do|does|is|are|may|will|what's)(?!\p{L})/iu,
  de: /^(?:wie|was|wann|wo|wohin|welche[nrs]?|wer|warum|kann|können|darf|gibt|ist|sind|haben|hat|bieten|muss)(?!\p{L})/iu,
  fr: /^(?:comment|quels?|quelles?|quand|où|qui|pourquoi|combien|puis-je|peut-on|est-ce|y a-t-il|avez-vous|proposez-vous)(?!\p{L})/iu,
  es: /^¿\p{L}/u,
  pt: /^(?:como|qual|quais|quando|onde|quem|por que|quanto|quantos|posso|vocês|tem|há|é possível)(?!\p{L})/iu,
  ar: /^(?:كيف|ما|ماذا|متى|أين|هل|كم|من|لماذا|أي)(?!\p{L})/u,
}
const NO_QUESTION =
  /https?:|www\.|[{}<>|@\p{Cc}\p{Cf}]|did you know|wussten sie|le saviez-vous|sabías que|você sabia|هل تعلم/iu

const bare = (line: string) =>
  textOf(line)
    .replace(/^[\s#>*\-•–\d.)]+/u, '')
    .replace(/^(?:q|question|frage|pregunta|pergunta|سؤال)\s*[:.]\s*/iu, '')
    .trim()

function askedIn(line: string): Question | undefined {
  const isOne =
    line.length >= SHORTEST &&
    line.length <= STARTER_QUESTIONS.chars &&
    /^[^?؟]+\s?[?؟]$/u.test(line) &&
    line.split(/\s+/u).length >= 3 &&
    !NO_QUESTION.test(line)
  const asking = isOne && Object.entries(ASKING).find(([, words]) => words.test(line))
  return asking ? { language: asking[0] as Language, text: line } : undefined
}

/** Questions for well-known headings. Each contains a word of its heading, so that retrieval finds it. */
const HEADINGS: Readonly<Record<Language, readonly (readonly [heading: RegExp, question: string])[]>> = {
  en: [
    [/^(?:our |regular )?(?:opening|business|store|shop|office) (?:hours|times)$/iu, 'What are your opening hours?'],
    [/^when we(?:'|’)?(?: a)?re open$/iu, 'When are you open?'],
    [/^(?:delivery|delivery times?|shipping (?:and|&) delivery)$/iu, 'How long does delivery take?'],
    [/^(?:shipping|shipping times?)$/iu, 'How long does shipping take?'],
    [/^(?:our )?(?:returns?(?: policy)?|returns? (?:and|&) (?:refunds?|exchanges?))$/iu, 'How do I return something?'],
    [/^refund policy$/iu, 'Can I get a refund?'],
    [/^(?:our )?(?:prices|pricing|price list)$/iu, 'What are your prices?'],
    [/^(?:contact(?: us)?)$/iu, 'How can I contact you?'],
  ],
  de: [
    [/^(?:unsere )?(?:öffnungszeiten)$/iu, 'Wie sind Ihre Öffnungszeiten?'],
    [/^(?:unsere )?(?:sprechzeiten)$/iu, 'Wann sind Ihre Sprechzeiten?'],
    [/^(?:lieferung|versand (?:und|&) lieferung)$/iu, 'Wie lange dauert die Lieferung?'],
    [/^lieferzeit(?:en)?$/iu, 'Wie lang ist die Lieferzeit?'],
    [/^versand$/iu, 'Wie lange dauert der Versand?'],
    [/^(?:rückgabe|rückgabe (?:und|&) umtausch)$/iu, 'Wie läuft eine Rückgabe ab?'],
    [/^rücksendung(?:en)?$/iu, 'Wie läuft eine Rücksendung ab?'],
    [/^umtausch$/iu, 'Wie läuft ein Umtausch ab?'],
    [/^(?:unsere )?(?:preise|preisliste)$/iu, 'Welche Preise haben Sie?'],
    [/^kontakt$/iu, 'Wie nehme ich Kontakt auf?'],
  ],
  fr: [
    [/^(?:nos )?(?:horaires|horaires d[’']ouverture)$/iu, 'Quels sont vos horaires d’ouverture\u00a0?'],
    [/^(?:livraison|délais? de livraison)$/iu, 'Combien de temps prend la livraison\u00a0?'],
    [
      /^(?:retours?|retours? et (?:remboursements?|échanges?)|politique de retour)$/iu,
      'Comment faire un retour\u00a0?',
    ],
    [/^(?:nos )?tarifs$/iu, 'Quels sont vos tarifs\u00a0?'],
    [/^(?:nos )?prix$/iu, 'Quels sont vos prix\u00a0?'],
    [/^(?:nous contacter|contactez-nous)$/iu, 'Comment vous contacter\u00a0?'],
  ],
  es: [
    [/^(?:nuestro )?horarios?(?: de (?:apertura|atención))?$/iu, '¿Cuál es su horario?'],
    [/^(?:envíos?|envíos? y entregas?)$/iu, '¿Cuánto tarda el envío?'],
    [/^(?:entrega|plazos? de entrega)$/iu, '¿Cuánto tarda la entrega?'],
    [/^(?:devoluciones|política de devoluciones|cambios y devoluciones)$/iu, '¿Cómo hago una devolución?'],
    [/^(?:nuestros )?precios$/iu, '¿Cuáles son sus precios?'],
    [/^(?:nuestras )?tarifas$/iu, '¿Cuáles son sus tarifas?'],
    [/^contacto$/iu, '¿Cómo puedo ponerme en contacto?'],
  ],
  pt: [
    [/^(?:nosso )?hor[áa]rios? de (?:funcionamento|atendimento|abertura)$/iu, 'Qual é o horário de funcionamento?'],
    [/^(?:prazos? de entrega|frete e entrega|entregas)$/iu, 'Qual é o prazo de entrega?'],
    [/^frete$/iu, 'Quanto custa o frete?'],
    [/^(?:devoluções|política de devolução|trocas e devoluções)$/iu, 'Como faço uma devolução?'],
    [/^(?:nossos )?(?:preços|tabela de preços)$/iu, 'Quais são os preços?'],
    [/^(?:contato|entre em contato)$/iu, 'Como posso entrar em contato?'],
  ],
  ar: [
    [/^(?:ساعات|أوقات|مواعيد) (?:العمل|الدوام)$/u, 'ما هي ساعات العمل؟'],
    [/^(?:التوصيل|الشحن والتوصيل|مدة التوصيل)$/u, 'كم يستغرق التوصيل؟'],
    [/^الشحن$/u, 'كم يستغرق الشحن؟'],
    [/^(?:الإرجاع|سياسة الإرجاع|الإرجاع والاستبدال)$/u, 'كيف يتم الإرجاع؟'],
    [/^(?:الأسعار|قائمة الأسعار)$/u, 'ما هي الأسعار؟'],
    [/^(?:التواصل)$/u, 'كيف يمكنني التواصل معكم؟'],
  ],
}
const ALL_HEADINGS = (Object.entries(HEADINGS) as [Language, (typeof HEADINGS)[Language]][]).flatMap(
  ([language, known]) => known.map(([heading, question]) => ({ heading, question: { language, text: question } })),
)

const answeredBy = (heading: string): Question | undefined =>
  heading.length > LONGEST_HEADING
    ? undefined
    : ALL_HEADINGS.find((known) => known.heading.test(heading.replace(/[:.]$/u, '').trim()))?.question

/** Without duplicates, those from the knowledge first; all in the language in which it has the most. */
export function startersByRules(sources: readonly StarterSource[]): string[] {
  const asked = new Map<string, Question>()
  const answered = new Map<string, Question>()
  for (const { title, heading, text } of sources) {
    for (const part of [title, ...heading.split(/\s[›>]\s/u), ...text.split('\n')]) {
      const line = bare(part)
      const key = line.toLowerCase()
      const question = askedIn(line)
      if (question) asked.set(key, asked.get(key) ?? question)
      const known = answeredBy(line)
      if (known) answered.set(known.text, known)
    }
  }
  const found = [...asked.values(), ...answered.values()]
  const languages = [...Map.groupBy(found, ({ language }) => language)].toSorted(([, a], [, b]) => b.length - a.length)
  return [...new Set((languages[0]?.[1] ?? []).map(({ text }) => text))]
}

/** Whether a passage contains more than questions and headings. */
export const answers = (passage: string): boolean =>
  passage.split('\n').some((line) => !/^\s*#/u.test(line) && /\p{L}|\d/u.test(line) && !/[?؟]\W*$/u.test(line))
