/** Numbers in digits and, up to twelve and in tens, in words of the sandbox model's languages. */

import { normalize } from './words.ts'

/** Folded words; the index is one less than the number. */
const WORDS: readonly (readonly string[])[] = [
  ['a', 'an', 'one', 'ein', 'eine', 'einen', 'einem', 'einer', 'un', 'une', 'una', 'um', 'uma'],
  ['two', 'zwei', 'deux', 'dos', 'dois', 'duas'],
  ['three', 'drei', 'trois', 'tres'],
  ['four', 'vier', 'quatre', 'cuatro', 'quatro'],
  ['five', 'funf', 'cinq', 'cinco'],
  ['six', 'sechs', 'seis'],
  ['seven', 'sieben', 'sept', 'siete', 'sete'],
  ['eight', 'acht', 'huit', 'ocho', 'oito'],
  ['nine', 'neun', 'neuf', 'nueve', 'nove'],
  ['ten', 'zehn', 'dix', 'diez', 'dez'],
  ['eleven', 'elf', 'onze', 'once'],
  ['twelve', 'zwolf', 'douze', 'doce', 'doze'],
]

/** Folded words of twenty, thirty and so on. */
const TENS: readonly (readonly string[])[] = [
  ['twenty', 'zwanzig', 'vingt', 'veinte', 'vinte'],
  ['thirty', 'dreissig', 'trente', 'treinta', 'trinta'],
  ['forty', 'vierzig', 'quarante', 'cuarenta', 'quarenta'],
  ['fifty', 'funfzig', 'cinquante', 'cincuenta', 'cinquenta'],
  ['sixty', 'sechzig', 'soixante', 'sesenta', 'sessenta'],
  ['seventy', 'siebzig', 'setenta'],
  ['eighty', 'achtzig', 'ochenta', 'oitenta'],
  ['ninety', 'neunzig', 'noventa'],
]

/** The source of a pattern that matches a number in a folded text. */
export const NUMBER = `\\d{1,4}(?:[.,]\\d)?|${[WORDS, TENS].flat(2).join('|')}`

/** The value of a folded word or a number in digits; `NaN` for any other word. */
export function toNumber(written: string): number {
  const indexIn = (list: typeof WORDS) => list.findIndex((words) => words.includes(written))
  const [one, ten] = [indexIn(WORDS), indexIn(TENS)]
  if (one >= 0) return one + 1
  return ten >= 0 ? 10 * (ten + 2) : Number(written.replace(',', '.'))
}

/** The source of a pattern that matches the words of such a number but «one», which is an article too. */
export const NUMBER_WORDS = [WORDS.slice(1), TENS].flat(2).join('|')
const COUNTED = new RegExp(`\\d|\\b(?:once|twice|einmal|zweimal|${NUMBER_WORDS})\\b`)

/** Whether a folded text contains a number, in digits or words. */
export const namesNumber = (folded: string): boolean => COUNTED.test(folded)

const NEAR_NUMBER = new RegExp(`(?:${COUNTED.source})\\S*(?:\\s+\\S+){1,2}|\\S+(?=: \\d)`, 'g')
/** The words that numbers stand at: «*four pupils* to one teacher», «*places*: 12». */
export const countedIn = (text: string): string => (normalize(text).match(NEAR_NUMBER) ?? [text]).join(' ')
