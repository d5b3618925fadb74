// Phrases that an agent speaks on its own in a call, by language.
export interface SpokenLines {
  readonly recorded: string
  readonly stillThere: readonly string[]
  readonly goodbye: string
  readonly maxLength: string
  readonly failed: string
  readonly fillers: readonly string[]
  /** Spoken while a caller talks at length. */
  readonly backchannels: readonly string[]
}

const LINES: Readonly<Record<string, SpokenLines>> = {
  en: {
    recorded: 'This call is recorded.',
    stillThere: ['Are you still there?', 'I can’t hear you. Are you there?'],
    goodbye: 'I’ll hang up now. Goodbye.',
    maxLength: 'We have reached the longest a call can take. Thank you, and goodbye.',
    failed: 'Sorry, I couldn’t answer that. Could you say it again?',
    fillers: ['One moment, please.', 'I’m still looking.'],
    backchannels: ['Mm-hm.', 'I see.'],
  },
  de: {
    recorded: 'Dieses Gespräch wird aufgezeichnet.',
    stillThere: ['Sind Sie noch da?', 'Ich kann Sie nicht hören. Sind Sie da?'],
    goodbye: 'Ich lege jetzt auf. Auf Wiederhören.',
    maxLength: 'Länger kann ein Gespräch leider nicht dauern. Vielen Dank und auf Wiederhören.',
    failed: 'Entschuldigung, das konnte ich nicht beantworten. Sagen Sie es bitte noch einmal?',
    fillers: ['Einen Moment, bitte.', 'Ich suche noch.'],
    backchannels: ['Mhm.', 'Ja.'],
  },
  es: {
    recorded: 'Esta llamada se graba.',
    stillThere: ['¿Sigue ahí?', 'No le oigo. ¿Está ahí?'],
    goodbye: 'Voy a colgar. Adiós.',
    maxLength: 'Hemos llegado a la duración máxima de una llamada. Gracias y adiós.',
    failed: 'Perdone, no he podido responder. ¿Puede repetirlo?',
    fillers: ['Un momento, por favor.', 'Sigo buscando.'],
    backchannels: ['Ajá.', 'Sí.'],
  },
  fr: {
    recorded: 'Cet appel est enregistré.',
    stillThere: ['Êtes-vous toujours là ?', 'Je ne vous entends pas. Êtes-vous là ?'],
    goodbye: 'Je raccroche. Au revoir.',
    maxLength: 'Nous avons atteint la durée maximale d’un appel. Merci et au revoir.',
    failed: 'Pardon, je n’ai pas pu répondre. Pouvez-vous répéter ?',
    fillers: ['Un instant, s’il vous plaît.', 'Je cherche encore.'],
    backchannels: ['Mm-hm.', 'Oui.'],
  },
  pt: {
    recorded: 'Esta chamada é gravada.',
    stillThere: ['Ainda está aí?', 'Não o consigo ouvir. Está aí?'],
    goodbye: 'Vou desligar. Adeus.',
    maxLength: 'Chegámos à duração máxima de uma chamada. Obrigado e adeus.',
    failed: 'Desculpe, não consegui responder. Pode repetir?',
    fillers: ['Um momento, por favor.', 'Ainda estou a procurar.'],
    backchannels: ['Sim.', 'Pois.'],
  },
  it: {
    recorded: 'Questa chiamata viene registrata.',
    stillThere: ['È ancora lì?', 'Non la sento. È lì?'],
    goodbye: 'Riaggancio. Arrivederci.',
    maxLength: 'Abbiamo raggiunto la durata massima di una chiamata. Grazie e arrivederci.',
    failed: 'Mi scusi, non ho potuto rispondere. Può ripetere?',
    fillers: ['Un momento, per favore.', 'Sto ancora cercando.'],
    backchannels: ['Sì.', 'Certo.'],
  },
}

export const linesOf = (language: string): SpokenLines =>
  LINES[language.toLowerCase().slice(0, 2)] ?? (LINES.en as SpokenLines)
