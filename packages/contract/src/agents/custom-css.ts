import { hexOf, paletteOf, STEPS } from '../themes/palette.ts'
import { readPaint } from './theme.ts'

export const LONGEST_CSS = 50_000

export const CHAT_ROOT = '#app'

/**
 * Cleaned CSS with the palette it uses, `--primary-50` … `--primary-900`, if any.
 * @param cleaned `css` in the result of the check
 */
export function withPalette(cleaned: string, look: Parameters<typeof readPaint>[0]): string {
  if (!cleaned.includes('--primary-')) return cleaned
  const { accent, mode } = readPaint(look)
  const steps = paletteOf(accent, mode).map((hsl, index) => `--primary-${STEPS[index] ?? 0}:${hexOf([...hsl])};`)
  return `${CHAT_ROOT}{${steps.join('')}}\n${cleaned}`
}
