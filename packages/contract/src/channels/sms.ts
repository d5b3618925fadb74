const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const EXTENDED = '^{}\\[~]|€\f'
const UNITS: ReadonlyMap<string, number> = new Map([
  ...[...BASIC].map((letter) => [letter, 1] as const),
  ...[...EXTENDED].map((letter) => [letter, 2] as const),
])
const PLAIN: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '‑': '-',
  '…': '...',
  '•': '-',
  '\u00A0': ' ',
  '\u202F': ' ',
  '\u2009': ' ',
  '\t': ' ',
}
const FANCY = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g')

/** A single curly quote would halve the capacity of a segment. */
export const plainLetters = (text: string): string => text.replaceAll(FANCY, (letter) => PLAIN[letter] ?? letter)

export interface SmsSize {
  readonly encoding: 'GSM-7' | 'UCS-2'
  readonly units: number
  readonly segments: number
}
export function smsSize(text: string): SmsSize {
  let septets = 0
  let isBasic = true
  for (const letter of text) {
    const units = UNITS.get(letter)
    if (units === undefined) {
      isBasic = false
      break
    }
    septets += units
  }
  const units = isBasic ? septets : text.length
  const [alone, each] = isBasic ? [160, 153] : [70, 67]
  return { encoding: isBasic ? 'GSM-7' : 'UCS-2', units, segments: units <= alone ? 1 : Math.ceil(units / each) }
}

export const smsMax = (text: string): number => (smsSize(text).encoding === 'GSM-7' ? 1530 : 670)
