import { exactHsl, hexOf } from '../themes/palette.ts'
import { contrast, isPreset, MIN_CONTRAST, MIN_SHAPE_CONTRAST, paintOf, themeOf } from './theme.ts'

export interface Finding {
  /**
   * `ink` white text on the colour · `link` the colour as text in the chat · `shape` buttons and bubbles on the
   * surface.
   */
  readonly what: 'ink' | 'link' | 'shape'
  readonly ratio: number
  readonly needed: number
  readonly instead: string
}

export interface Readability {
  readonly findings: readonly Finding[]
  readonly nearest: string
}

export const readability = (primary: string, mode: 'light' | 'dark'): Readability => ({
  findings: findingsOf(primary, mode),
  nearest: nearestReadable(primary, mode),
})

/** Any finding on a custom colour is a warning; one on our own presets (`pink-dark`) is only information. */
export function noticeOf(theme: string, findings: readonly Finding[]): 'good' | 'corrected' | 'warning' {
  if (findings.length === 0) return 'good'
  return isPreset(theme) ? 'corrected' : 'warning'
}

function findingsOf(primary: string, mode: 'light' | 'dark'): Finding[] {
  const { accent, onAccent, accentText, edge, surface, raised, soft } = themeOf(paintOf(primary, mode === 'dark'))
  const link = Math.min(...[surface, raised, soft].map((ground) => contrast(accent, ground)))
  const all: Finding[] = [
    { what: 'ink', ratio: contrast(accent, '#ffffff'), needed: MIN_CONTRAST, instead: onAccent },
    { what: 'link', ratio: link, needed: MIN_CONTRAST, instead: accentText },
    { what: 'shape', ratio: contrast(accent, surface), needed: MIN_SHAPE_CONTRAST, instead: edge },
  ]
  // On a dark ground, a colour readable as a link is too light for white text, and black text is an obvious choice.
  return all.filter(({ what, ratio, needed }) => ratio < needed && !(what === 'ink' && mode === 'dark'))
}

/** In percent of lightness; finer than eight bits can represent. */
const STEP = 0.25

function nearestReadable(primary: string, mode: 'light' | 'dark'): string {
  const [hue, saturation, start] = exactHsl(primary)
  const direction = mode === 'dark' ? STEP : -STEP
  let candidate = primary
  for (let lightness = start; findingsOf(candidate, mode).length > 0; candidate = hexOf([hue, saturation, lightness]))
    lightness = Math.min(100, Math.max(0, lightness + direction))
  return candidate
}
