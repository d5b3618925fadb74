// Phrases of callers that affect turn-taking, by language; other languages rely on sound alone.

interface Phrases {
  /** Mean «go on», and do not interrupt. */
  readonly acknowledgements: readonly string[]
  /** Stop the agent at once. */
  readonly interruptions: readonly string[]
  /** Last words that suggest more follows. */
  readonly unfinished: readonly string[]
  /** Complete answers of one word. */
  readonly answers: readonly string[]
}

const EN: Phrases = {
  acknowledgements: [
    'yeah',
    'yes',
    'yep',
    'yup',
    'mm',
    'hm',
    'hmm',
    'mhm',
    'mm-hm',
    'mm-hmm',
    'mmhm',
    'uh-huh',
    'uh',
    'huh',
    'ok',
    'okay',
    'right',
    'sure',
    'i',
    'see',
    'got',
    'it',
    'good',
    'great',
    'cool',
    'alright',
    'aha',
    'ah',
    'oh',
    'true',
  ],
  interruptions: ['stop', 'wait', 'hold on', 'hang on', 'no', 'excuse me', 'one moment', 'sorry but', 'actually'],
  unfinished: [
    'and',
    'but',
    'so',
    'because',
    'or',
    'if',
    'that',
    'the',
    'a',
    'an',
    'my',
    'your',
    'to',
    'of',
    'for',
    'with',
    'um',
    'uh',
    'er',
    'like',
    'is',
    'are',
    'was',
    'in',
    'on',
    'at',
    'then',
    'when',
    'about',
    'from',
    'want',
    'need',
    'i',
    'we',
    'it’s',
    "it's",
  ],
  answers: [
    'yes',
    'no',
    'yeah',
    'nope',
    'yep',
    'sure',
    'okay',
    'ok',
    'thanks',
    'bye',
    'correct',
    'right',
    'hello',
    'hi',
    'please',
  ],
}
const DE: Phrases = {
  acknowledgements: [
    'ja',
    'jo',
    'mhm',
    'hm',
    'hmm',
    'aha',
    'ah',
    'okay',
    'ok',
    'genau',
    'gut',
    'klar',
    'verstehe',
    'ach',
    'so',
    'richtig',
    'stimmt',
    'alles',
  ],
  interruptions: ['stopp', 'stop', 'halt', 'warte', 'warten', 'moment', 'nein', 'entschuldigung', 'augenblick'],
  unfinished: [
    'und',
    'oder',
    'aber',
    'weil',
    'dass',
    'wenn',
    'der',
    'die',
    'das',
    'ein',
    'eine',
    'einen',
    'mein',
    'meine',
    'zu',
    'mit',
    'für',
    'von',
    'in',
    'äh',
    'ähm',
    'also',
    'ich',
    'wir',
    'ist',
    'dann',
    'bei',
    'den',
    'dem',
  ],
  answers: ['ja', 'nein', 'doch', 'gerne', 'okay', 'ok', 'danke', 'bitte', 'hallo', 'tschüss', 'genau', 'richtig'],
}
const ES: Phrases = {
  acknowledgements: [
    'sí',
    'si',
    'ajá',
    'aja',
    'mhm',
    'hm',
    'mm',
    'vale',
    'ok',
    'okay',
    'claro',
    'bien',
    'bueno',
    'ya',
    'entiendo',
    'perfecto',
    'exacto',
    'ah',
  ],
  interruptions: ['para', 'espera', 'espere', 'no', 'alto', 'un momento', 'perdón', 'disculpe'],
  unfinished: [
    'y',
    'o',
    'pero',
    'porque',
    'que',
    'si',
    'el',
    'la',
    'los',
    'las',
    'un',
    'una',
    'mi',
    'tu',
    'su',
    'de',
    'a',
    'con',
    'para',
    'por',
    'en',
    'eh',
    'es',
    'cuando',
    'entonces',
    'yo',
  ],
  answers: ['sí', 'si', 'no', 'vale', 'ok', 'gracias', 'hola', 'adiós', 'claro', 'correcto'],
}
const FR: Phrases = {
  acknowledgements: [
    'oui',
    'ouais',
    'mhm',
    'hm',
    'mm',
    'd’accord',
    "d'accord",
    'ok',
    'okay',
    'bien',
    'voilà',
    'ah',
    'très',
    'parfait',
    'exact',
    'je',
    'vois',
  ],
  interruptions: ['stop', 'attendez', 'attends', 'non', 'arrêtez', 'arrête', 'pardon', 'un instant', 'excusez-moi'],
  unfinished: [
    'et',
    'ou',
    'mais',
    'parce',
    'que',
    'si',
    'le',
    'la',
    'les',
    'un',
    'une',
    'mon',
    'ma',
    'mes',
    'de',
    'du',
    'des',
    'à',
    'avec',
    'pour',
    'dans',
    'euh',
    'est',
    'alors',
    'quand',
    'je',
  ],
  answers: ['oui', 'non', 'd’accord', "d'accord", 'ok', 'merci', 'bonjour', 'salut', 'exact'],
}
const PT: Phrases = {
  acknowledgements: [
    'sim',
    'tá',
    'aham',
    'uhum',
    'mhm',
    'hm',
    'ok',
    'okay',
    'certo',
    'bom',
    'claro',
    'entendi',
    'isso',
    'ah',
    'perfeito',
  ],
  interruptions: ['para', 'pare', 'espera', 'espere', 'não', 'um momento', 'desculpa', 'desculpe'],
  unfinished: [
    'e',
    'ou',
    'mas',
    'porque',
    'que',
    'se',
    'o',
    'a',
    'os',
    'as',
    'um',
    'uma',
    'meu',
    'minha',
    'de',
    'do',
    'da',
    'com',
    'para',
    'por',
    'em',
    'é',
    'então',
    'quando',
    'eu',
  ],
  answers: ['sim', 'não', 'ok', 'obrigado', 'obrigada', 'olá', 'oi', 'certo', 'isso'],
}
const IT: Phrases = {
  acknowledgements: [
    'sì',
    'si',
    'mhm',
    'hm',
    'mm',
    'ok',
    'okay',
    'certo',
    'va',
    'bene',
    'capisco',
    'giusto',
    'esatto',
    'ah',
    'già',
    'perfetto',
  ],
  interruptions: ['fermo', 'ferma', 'aspetta', 'aspetti', 'no', 'stop', 'un momento', 'scusi', 'scusa'],
  unfinished: [
    'e',
    'o',
    'ma',
    'perché',
    'che',
    'se',
    'il',
    'la',
    'lo',
    'i',
    'le',
    'gli',
    'un',
    'una',
    'mio',
    'mia',
    'di',
    'a',
    'con',
    'per',
    'in',
    'è',
    'allora',
    'quando',
    'io',
  ],
  answers: ['sì', 'si', 'no', 'ok', 'grazie', 'ciao', 'salve', 'certo', 'esatto'],
}

const BY_LANGUAGE: Readonly<Record<string, Phrases>> = { en: EN, de: DE, es: ES, fr: FR, pt: PT, it: IT }
const NONE: Phrases = { acknowledgements: [], interruptions: [], unfinished: [], answers: [] }

export const phrasesOf = (language: string): Phrases => BY_LANGUAGE[language.toLowerCase().slice(0, 2)] ?? NONE

/** Lower case, without punctuation around words. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .map(bare)
    .filter(Boolean)

/** From its first letter or digit to its last. In linear time, because callers' browsers write the words. */
function bare(word: string): string {
  let [from, to] = [-1, 0]
  for (const { 0: letter, index } of word.matchAll(/[\p{L}\p{N}]/gu)) {
    if (from < 0) from = index
    to = index + letter.length
  }
  return from < 0 ? '' : word.slice(from, to)
}

const begins = (words: readonly string[], phrase: string): boolean => {
  const parts = phrase.split(' ')
  return parts.every((part, at) => words[at] === part)
}

/** Contains nothing but «go on». */
export function isAcknowledgement(text: string, language: string): boolean {
  const words = wordsOf(text)
  if (words.length === 0 || words.length > 4) return false
  const { acknowledgements } = phrasesOf(language)
  return words.every((word) => acknowledgements.includes(word))
}

/** Starts with words that ask the agent to stop. */
export function isInterruption(text: string, language: string): boolean {
  const words = wordsOf(text)
  return phrasesOf(language).interruptions.some((phrase) => begins(words, phrase))
}
