// An owner's CSS: what the check of it answers, and what is added for visitors.
import { z } from 'zod'
import { hexOf, paletteOf, STEPS } from '../themes/palette.ts'
import { readPaint } from './theme.ts'

export const LONGEST_CSS = 50_000

export const CssProblem = z.object({
  /** From 1, as editors count. */
  line: z.number().int(),
  column: z.number().int(),
  endLine: z.number().int(),
  endColumn: z.number().int(),
  /** `removed`: visitors do not get it. `unknown`: they do, but their browsers will probably skip it. */
  level: z.enum(['removed', 'unknown']),
  /** What is the matter, in a sentence. */
  message: z.string(),
})
export type CssProblem = z.infer<typeof CssProblem>

export const CssCheck = z.object({
  /** What visitors get. */
  css: z.string(),
  /** In the order of the text, at most 100. */
  problems: z.array(CssProblem),
})
export type CssCheck = z.infer<typeof CssCheck>

/** The element of the chat that everything of an owner's CSS stays inside. */
export const CHAT_ROOT = '#app'

/**
 * Cleaned CSS with the palette it speaks of: `--primary-50` … `--primary-900`, where it uses one of them.
 * @param cleaned what the check answers as `css`
 */
export function withPalette(cleaned: string, look: Parameters<typeof readPaint>[0]): string {
  if (!cleaned.includes('--primary-')) return cleaned
  const { accent, mode } = readPaint(look)
  const steps = paletteOf(accent, mode).map((hsl, index) => `--primary-${STEPS[index] ?? 0}:${hexOf([...hsl])};`)
  return `${CHAT_ROOT}{${steps.join('')}}\n${cleaned}`
}
