// Labelled synthetic call timelines: utterances, pauses and expected results. Generated from tables, so that every run
// is the same.

export interface Spoken {
  readonly text: string
  /** Silence after it, in milliseconds. */
  readonly pauseMs: number
}
export interface Timeline {
  readonly name: string
  readonly language: string
  readonly kind: 'turn' | 'pause' | 'backchannel' | 'interruption' | 'noise' | 'edge'
  /** Spoken in silence, or over the agent's answer. */
  readonly over: boolean
  readonly spoken: readonly Spoken[]
  /** Expected questions to the agent; empty for none. */
  readonly asks: readonly string[]
  /** Whether the agent's answer is discarded. */
  readonly clears: boolean
}

interface Language {
  readonly whole: readonly string[]
  readonly answers: readonly string[]
  /** Halves of one sentence. */
  readonly halves: readonly (readonly [string, string])[]
  readonly acknowledgements: readonly string[]
  readonly interruptions: readonly string[]
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  en: {
    whole: [
      'When do you open?',
      'I would like a table for two.',
      'How much is delivery?',
      'Do you have it in blue?',
      'Thank you, that was all.',
      'Please call me back tomorrow.',
    ],
    answers: ['yes', 'no', 'okay', 'sure', 'thanks'],
    halves: [
      ['I would like to', 'change my booking.'],
      ['My name is Ann and', 'I ordered a lamp.'],
      ['Can you tell me when the', 'next one comes?'],
      ['It is about my order because', 'it never came.'],
      ['I need a', 'new battery.'],
      ['My number is five five', 'one two.'],
    ],
    acknowledgements: ['mm-hm', 'yeah', 'okay', 'right', 'I see', 'uh-huh', 'sure', 'got it', 'yes'],
    interruptions: [
      'wait, what about Monday',
      'no, the other one',
      'stop',
      'hold on a second',
      'excuse me, how much was it',
      'sorry but I asked about Friday',
    ],
  },
  de: {
    whole: [
      'Wann haben Sie geöffnet?',
      'Ich möchte einen Tisch für zwei.',
      'Was kostet die Lieferung?',
      'Gibt es das auch in Blau?',
      'Danke, das war alles.',
      'Rufen Sie mich bitte morgen an.',
    ],
    answers: ['ja', 'nein', 'okay', 'gerne', 'danke'],
    halves: [
      ['Ich hätte gerne einen', 'Termin am Montag.'],
      ['Ich heiße Anna und', 'habe eine Lampe bestellt.'],
      ['Können Sie mir sagen, wann der', 'nächste kommt?'],
      ['Ich rufe an, weil', 'nichts ankam.'],
      ['Ich brauche eine', 'neue Batterie.'],
      ['Meine Nummer ist fünf fünf eins', 'zwei.'],
    ],
    acknowledgements: ['mhm', 'ja', 'okay', 'genau', 'verstehe', 'aha', 'gut', 'alles klar', 'stimmt'],
    interruptions: [
      'warte mal kurz',
      'nein, das andere',
      'stopp',
      'Moment, und am Montag',
      'Entschuldigung, wie viel war das',
      'halt, ich meinte Freitag',
    ],
  },
  es: {
    whole: [
      '¿Cuándo abren?',
      'Quiero una mesa para dos.',
      '¿Cuánto cuesta el envío?',
      '¿Lo tienen en azul?',
      'Gracias, eso es todo.',
      'Llámeme mañana, por favor.',
    ],
    answers: ['sí', 'no', 'vale', 'claro', 'gracias'],
    halves: [
      ['Me gustaría hacer una', 'reserva el lunes.'],
      ['Me llamo Ana y', 'pedí una lámpara.'],
      ['Me puede decir cuando', 'llega el siguiente?'],
      ['Llamo porque', 'no llegó nada.'],
      ['Necesito un', 'repuesto nuevo.'],
      ['Mi número es cinco cinco uno', 'dos.'],
    ],
    acknowledgements: ['ajá', 'sí', 'vale', 'claro', 'entiendo', 'mhm', 'bueno', 'ya', 'perfecto'],
    interruptions: [
      'espere un momento',
      'no, el otro',
      'para',
      'perdón, y el lunes',
      'disculpe, cuánto era',
      'alto, quería el viernes',
    ],
  },
  fr: {
    whole: [
      'Quand ouvrez-vous ?',
      'Je voudrais une table pour deux.',
      'Combien coûte la livraison ?',
      'Vous l’avez en bleu ?',
      'Merci, ce sera tout.',
      'Rappelez-moi demain.',
    ],
    answers: ['oui', 'non', 'ok', 'merci', 'exact'],
    halves: [
      ['Je voudrais prendre un', 'rendez-vous lundi.'],
      ['Je m’appelle Anne et', 'j’ai commandé une lampe.'],
      ['Pouvez-vous me dire quand', 'arrive le prochain ?'],
      ['J’appelle parce que', 'rien n’est arrivé.'],
      ['Il me faut une', 'pile neuve.'],
      ['Mon numéro est cinq cinq deux', 'trois.'],
    ],
    acknowledgements: ['mhm', 'oui', 'ok', 'bien', 'je vois', 'ah', 'voilà', 'parfait', 'ouais'],
    interruptions: [
      'attendez un instant',
      'non, l’autre',
      'stop',
      'pardon, et lundi',
      'excusez-moi, c’était combien',
      'arrêtez, je parlais de vendredi',
    ],
  },
  pt: {
    whole: [
      'Quando abrem?',
      'Queria uma mesa para dois.',
      'Quanto custa a entrega?',
      'Têm em azul?',
      'Obrigado, era só isso.',
      'Ligue-me amanhã.',
    ],
    answers: ['sim', 'não', 'ok', 'obrigada', 'certo'],
    halves: [
      ['Eu gostaria de uma', 'marcação na segunda.'],
      ['Chamo-me Ana e', 'encomendei um candeeiro.'],
      ['Pode dizer-me quando', 'chega o próximo?'],
      ['Ligo porque', 'nada chegou.'],
      ['Preciso de uma', 'pilha nova.'],
      ['O meu número é cinco e', 'dois.'],
    ],
    acknowledgements: ['aham', 'sim', 'ok', 'certo', 'entendi', 'uhum', 'bom', 'isso', 'claro'],
    interruptions: [
      'espere um momento',
      'não, o outro',
      'pare',
      'desculpe, e na segunda',
      'espera, quanto era',
      'um momento, queria sexta',
    ],
  },
  it: {
    whole: [
      'Quando aprite?',
      'Vorrei un tavolo per due.',
      'Quanto costa la consegna?',
      'Lo avete in blu?',
      'Grazie, è tutto.',
      'Mi richiami domani.',
    ],
    answers: ['sì', 'no', 'ok', 'grazie', 'certo'],
    halves: [
      ['Vorrei prendere un', 'appuntamento lunedì.'],
      ['Mi chiamo Anna e', 'ho ordinato una lampada.'],
      ['Mi può dire quando', 'arriva il prossimo?'],
      ['Chiamo perché', 'non è arrivato niente.'],
      ['Mi serve una', 'batteria nuova.'],
      ['Il mio numero è cinque e', 'due.'],
    ],
    acknowledgements: ['mhm', 'sì', 'ok', 'certo', 'capisco', 'va bene', 'ah', 'esatto', 'già'],
    interruptions: [
      'aspetti un momento',
      'no, l’altro',
      'stop',
      'scusi, e lunedì',
      'aspetta, quanto era',
      'fermo, volevo venerdì',
    ],
  },
}

const one = (text: string, pauseMs = 3000): Spoken => ({ text, pauseMs })

function ofLanguage(language: string, words: Language): Timeline[] {
  const timelines: Timeline[] = []
  const add = (kind: Timeline['kind'], name: string, rest: Omit<Timeline, 'name' | 'language' | 'kind'>) =>
    timelines.push({ kind, language, name: `${language} ${kind}: ${name}`, ...rest })
  for (const text of words.whole) add('turn', text, { over: false, spoken: [one(text)], asks: [text], clears: false })
  for (const text of words.answers) add('turn', text, { over: false, spoken: [one(text)], asks: [text], clears: false })
  // A pause in the middle, of natural length and slightly longer.
  for (const [first, second] of words.halves)
    for (const pauseMs of [500, 800, 1000])
      add('pause', `${first} (${pauseMs} ms) ${second}`, {
        over: false,
        spoken: [one(first, pauseMs), one(second)],
        asks: [`${first} ${second}`],
        clears: false,
      })
  for (const text of words.acknowledgements)
    add('backchannel', text, { over: true, spoken: [one(text)], asks: [], clears: false })
  for (const text of words.interruptions)
    add('interruption', text, { over: true, spoken: [one(text)], asks: [text], clears: true })
  for (const ms of [60, 120, 180, 300, 500])
    add('noise', `${ms} ms`, { over: true, spoken: [{ text: '', pauseMs: ms }], asks: [], clears: false })
  // Two consecutive questions, and one over the other's answer.
  for (const [at, text] of words.whole.slice(0, 4).entries())
    add('edge', `${text} twice`, {
      over: true,
      spoken: [one(text)],
      asks: [text],
      clears: at >= 0,
    })
  return timelines
}

export const TIMELINES: readonly Timeline[] = Object.entries(LANGUAGES).flatMap(([language, words]) =>
  ofLanguage(language, words),
)
