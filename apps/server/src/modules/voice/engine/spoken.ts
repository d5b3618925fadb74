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

const spelledNumber = (number: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(number) ? number : number.replaceAll(/\D+/g, ' ').trim().split(' ').map(spaced).join(', ')
const spaced = (digits: string): string => [...digits].join(' ')

function replaceWord(text: string, word: string, replacement: string): string {
  if (word.trim() === '') return text
  const escaped = word.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return text.replaceAll(new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`, 'giu'), () => replacement)
}
