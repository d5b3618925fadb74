// No zod: browsers load it.

export const TRANSFER_MODES = ['cold', 'warm'] as const
export type TransferMode = (typeof TRANSFER_MODES)[number]
/** `calling` and `connected` are temporary. */
export const TRANSFER_ENDS = ['ended', 'busy', 'no_answer', 'declined', 'failed', 'caller_left'] as const
export type TransferEnd = (typeof TRANSFER_ENDS)[number]
export const MOST_TRANSFER_TARGETS = 10

export interface TransferTarget {
  readonly label: string
  readonly number: string
  /** `cold` rings there with the caller on the line; `warm` asks the person first. */
  readonly mode: TransferMode
}

/** Short numbers that reach emergency services somewhere. */
const EMERGENCY = new Set(
  '000 061 062 066 091 100 101 102 103 104 106 107 108 110 111 112 113 114 115 117 118 119 120 122 123 128 129 133 140 141 144 150 155 158 166 190 191 192 193 194 195 197 198 199 911 988 997 998 999 1122 1155 1669'.split(
    ' ',
  ),
)
const COUNTRY_CODES = /^(?:1|7|2[07]|3[0123469]|4[013456789]|5[12345678]|6[0123456]|8[1246]|9[0123458]|[2-9]\d\d)/
/** Prefixes of premium-rate, shared-revenue and satellite numbers. */
const PREMIUM = [
  '1900 1976',
  '449 44871 44872 44873 449 44118',
  '49900 49137 4911 ',
  '3389 33810 33820 33821 33825 33826 33890 33891 33892 33897 33899',
  '34803 34806 34807 34905 34907',
  '39144 39166 39892 39894 39895 39899',
  '351601 351607 351646 351648 351760 351761 351762',
  '31900 31906 31909 3290 41900 41901 41906 43900 43901 43930 43931 43939 4590 46900 46939 46944 4782 48700 48701 48703 48704 48705 48708',
  '3531512 3531513 3531514 3531515 3531516 3531517 3531518 3531519 353152 353153 353154 353155 353156 353157 353158 353159',
  '3690 3691 3090 358600 358700 42090 42190 7809 9719 97219 6119 61190 64900 65190 81990 852900 5590 55900 5290 52900 5790',
  '870 878 881 882 883 888 979',
]
  .join(' ')
  .split(' ')
  .filter(Boolean)

export type TransferRefusal = 'invalid' | 'emergency' | 'premium'

export function refusalOfTransferNumber(number: string): TransferRefusal | undefined {
  const digits = number.replace(/^\+/, '')
  if (/^\d{2,7}$/.test(digits)) {
    if (EMERGENCY.has(digits)) return 'emergency'
    const [code = ''] = COUNTRY_CODES.exec(digits) ?? []
    if (number.startsWith('+') && code !== '' && EMERGENCY.has(digits.slice(code.length))) return 'emergency'
  }
  if (!/^\+[1-9]\d{6,14}$/.test(number)) return 'invalid'
  return PREMIUM.some((beginning) => digits.startsWith(beginning)) ? 'premium' : undefined
}

export const plainNumber = (written: string): string =>
  written
    .trim()
    .replace(/^00/, '+')
    .replaceAll(/[\s()./-]/g, '')
