/** Numbers in digits and, up to twelve and in tens, in words of the sandbox model's languages. */

import { normalize } from './words.ts'

/** Folded words of each number; «one» is an article too. */
const WORDS: Readonly<Record<number, string>> = {
  1: 'a an one ein eine einen einem einer un une una um uma',
  2: 'two zwei deux dos dois duas',
  3: 'three drei trois tres',
  4: 'four vier quatre cuatro quatro',
  5: 'five funf cinq cinco',
  6: 'six sechs seis',
  7: 'seven sieben sept siete sete',
  8: 'eight acht huit ocho oito',
  9: 'nine neun neuf nueve nove',
  10: 'ten zehn dix diez dez',
  11: 'eleven elf onze once',
  12: 'twelve zwolf douze doce doze',
  20: 'twenty zwanzig vingt veinte vinte',
  30: 'thirty dreissig trente treinta trinta',
  40: 'forty vierzig quarante cuarenta quarenta',
  50: 'fifty funfzig cinquante cincuenta cinquenta',
  60: 'sixty sechzig soixante sesenta sessenta',
  70: 'seventy siebzig setenta',
  80: 'eighty achtzig ochenta oitenta',
  90: 'ninety neunzig noventa',
}
const VALUES = new Map(
  Object.entries(WORDS).flatMap(([value, list]) => list.split(' ').map((word) => [word, Number(value)] as const)),
)

/** The source of a pattern that matches a number in a folded text. */
export const NUMBER = `\\d{1,4}(?:[.,]\\d)?|${[...VALUES.keys()].join('|')}`

/** The value of a folded word or a number in digits; `NaN` for any other word. */
export const toNumber = (written: string): number => VALUES.get(written) ?? Number(written.replace(',', '.'))

/** The source of a pattern that matches the words of such a number but «one». */
export const NUMBER_WORDS = Array.from(VALUES, ([word, value]) => (value > 1 ? word : []))
  .flat()
  .join('|')
const COUNTED = new RegExp(`\\d|\\b(?:once|twice|einmal|zweimal|${NUMBER_WORDS})\\b`)

/** Whether a folded text contains a number, in digits or words. */
export const namesNumber = (folded: string): boolean => COUNTED.test(folded)

const NEAR_NUMBER = new RegExp(`(?:${COUNTED.source})\\S*(?:\\s+\\S+){1,2}|\\S+(?=: \\d)`, 'g')
/** The words that numbers stand at: «*four pupils* to one teacher», «*places*: 12». */
export const countedIn = (text: string): string => (normalize(text).match(NEAR_NUMBER) ?? [text]).join(' ')
