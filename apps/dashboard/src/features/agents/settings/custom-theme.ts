// A theme of one's own: one colour, light or dark, and the shades that follow from it.
import type { AgentConfig } from '@parlance/core/agents/agents'
import { mix, readPaint } from '@parlance/core/agents/theme'

export type Mode = 'light' | 'dark'
type Look = Pick<AgentConfig, 'theme' | 'customThemeJSONString'>

/** `#rrggbb` in small letters once there are six hex digits, with or without `#`; otherwise undefined. */
export function readHex(text: string): string | undefined {
  const digits = /^#?([0-9a-f]{6})$/i.exec(text.trim())?.[1]
  return digits && `#${digits.toLowerCase()}`
}

const STEPS = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900] as const
/** How much white (below 0) or black (above) each shade has; 500 is the colour itself. */
const SHARES = [-0.94, -0.86, -0.7, -0.5, -0.25, 0, 0.15, 0.32, 0.5, 0.66] as const

/** Ten shades from the lightest to the darkest; in the dark the other way round. */
export function shadesOf(primary: string, mode: Mode): { step: number; hex: string }[] {
  const made = SHARES.map((share) => mix(primary, share < 0 ? '#ffffff' : '#000000', Math.abs(share)))
  const inOrder = mode === 'dark' ? made.toReversed() : made
  return STEPS.map((step, index) => ({ step, hex: inOrder[index] ?? primary }))
}

/** Hue in degrees, saturation and lightness in percent, whole numbers. */
export function hslOf(hex: string): [number, number, number] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
  const [low, high] = [Math.min(r, g, b), Math.max(r, g, b)]
  const span = high - low
  const lightness = (high + low) / 2
  if (span === 0) return [0, 0, Math.round(lightness * 100)]
  const sector = high === r ? ((g - b) / span + 6) % 6 : high === g ? (b - r) / span + 2 : (r - g) / span + 4
  const saturation = span / (1 - Math.abs(2 * lightness - 1))
  return [Math.round(sector * 60) % 360, Math.round(saturation * 100), Math.round(lightness * 100)]
}

/** What of the agent says that it has this theme. `nineColorPallet` are the shades 100 to 900. */
export function customTheme(primary: string, mode: Mode, ownerID: string): Look {
  const nineColorPallet = shadesOf(primary, mode)
    .slice(1)
    .map(({ hex }) => hslOf(hex))
  return {
    theme: `custom-${mode}`,
    customThemeJSONString: JSON.stringify({ ownerID, themeType: mode, primary, nineColorPallet }),
  }
}

/** The colour and the scheme an agent has, its own or those of its preset. */
export function currentTheme(look: Look): { primary: string; mode: Mode; custom: boolean } {
  const { accent, mode } = readPaint(look)
  return { primary: accent, mode, custom: look.theme.startsWith('custom-') }
}
