// The widget's preset theme names: `{colour}-{mode}`; `custom-…` is a theme of its own.
import { PRESETS } from '@parlance/core/agents/theme'

export const MODES = ['light', 'dark'] as const
type Colour = keyof typeof PRESETS

export interface Preset {
  colour: Colour
  mode: (typeof MODES)[number]
  name: string
}

export const ALL_PRESETS: readonly Preset[] = MODES.flatMap((mode) =>
  (Object.keys(PRESETS) as Colour[]).map((colour) => ({ colour, mode, name: `${colour}-${mode}` })),
)
export const isCustom = (theme: string): boolean => !ALL_PRESETS.some((entry) => entry.name === theme)
