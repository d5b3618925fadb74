/**
 * Digits with at most one point. The last mark is the decimal one; a mark before exactly three digits groups them.
 * Undefined when the marks say neither.
 */
export function decimal(digits: string): string | undefined {
  const marks = [...digits].filter((mark) => mark === '.' || mark === ',')
  const last = marks.at(-1)
  if (last === undefined) return digits
  const isMixed = marks.some((mark) => mark !== last)
  const groups = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(digits)
  // 1.500 alone is one and a half; 1,500 and 1.500.000 are groups.
  if (!isMixed && groups && (last === ',' || marks.length > 1)) return digits.replaceAll(last, '')
  if (!isMixed && marks.length > 1) return undefined
  const at = digits.lastIndexOf(last)
  const whole = digits.slice(0, at)
  if (isMixed && !/^[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(whole)) return undefined
  return `${whole.replaceAll(/[.,]/g, '') || '0'}.${digits.slice(at + 1)}`
}
