// The widget's theme names: `{colour}-{mode}`; `custom-…` is a theme of its own.
import { PRESET_COLOURS, PRESET_MODES, PRESETS, type PresetColour } from '../../../ui/theme.ts'

export type Mode = keyof typeof PRESET_MODES
export const MODES = ['light', 'dark'] as const satisfies readonly Mode[]

export interface Preset {
  colour: PresetColour
  mode: Mode
  name: string
}

export const ALL_PRESETS: readonly Preset[] = MODES.flatMap((mode) =>
  PRESET_COLOURS.map((colour) => ({ colour, mode, name: `${colour}-${mode}` })),
)

/** The colours a theme is previewed with; an unknown or custom theme is previewed as the default one. */
export function presetOf(theme: string): Preset & { accent: string } {
  const preset = ALL_PRESETS.find((entry) => entry.name === theme) ?? { ...fallback, mode: modeOf(theme) }
  return { ...preset, accent: PRESETS[preset.colour] }
}
const fallback: Preset = { colour: 'blue', mode: 'light', name: 'blue-light' }
const modeOf = (theme: string): Mode => (theme.endsWith('-dark') ? 'dark' : 'light')
export const isCustom = (theme: string): boolean => !ALL_PRESETS.some((entry) => entry.name === theme)
