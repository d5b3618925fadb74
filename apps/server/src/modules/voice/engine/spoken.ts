// Converts a written answer to speech: no Markdown, URLs, citations or pictures; phone numbers digit by digit.

import { withoutCitations } from '@parlance/contract/conversations/citations'
import { PLAIN, type TextStyle, writeMarkdown } from '@parlance/engine/items/formatting'

export interface Replacement {
  readonly word: string
  readonly replacement: string
}

const EMOJI = /[\p{Extended_Pictographic}\u{FE0F}\u{200D}]/gu

const SPOKEN: TextStyle = {
  ...PLAIN,
  pre: () => '',
  link: (name, { href }) => (name === href ? 'the link' : name),
  rule: '',
  bullet: '',
  cell: ' ',
}

export function spokenText(text: string, replacements: readonly Replacement[] = []): string {
  const plain = withoutCitations(writeMarkdown(text, SPOKEN))
    .replaceAll(/[*_~`|]+|<[^>]{1,200}>/g, ' ')
    .replaceAll(EMOJI, '')
    .replaceAll(/\+?\d[\d\s()/-]{6,}\d/g, spelledNumber)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s+([.,!?;:])/g, '$1')
    .trim()
  return replacements.reduce((said, { word, replacement }) => replaceWord(said, word, replacement), plain)
}

const DATE = String.raw`\d{1,2}/\d{1,2}/\d{4}|\d{4}-\d\d-\d\d|\d{4}\s*-\s*\d{4}`
const DATES = new RegExp(String.raw`^(?:${DATE})(?:[\s/-]+(?:${DATE}|\d{1,2}))*$`)
/** Three groups of three are a phone number in some countries, unless they are round. */
const LARGE_NUMBER = /^(?:[1-9]\d?(?:\s\d{3})+|[1-9]\d\d(?:\s\d{3})*\s000)$/
const isPhoneNumber = (number: string): boolean =>
  !DATES.test(number) &&
  !LARGE_NUMBER.test(number) &&
  (/^[+0]/.test(number) || number.replaceAll(/\D/g, '').length >= 9)

const spelledNumber = (number: string): string =>
  isPhoneNumber(number) ? number.replaceAll(/\D+/g, ' ').trim().split(' ').map(spaced).join(', ') : number
const spaced = (digits: string): string => [...digits].join(' ')

function replaceWord(text: string, word: string, replacement: string): string {
  if (word.trim() === '') return text
  const escaped = word.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return text.replaceAll(new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`, 'giu'), () => replacement)
}
