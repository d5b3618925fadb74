// Preset theme names of the widget: `{colour}-{mode}`; `custom-…` is a custom theme.
import { PRESETS } from '@parlance/contract/agents/theme'
import type { TFunction } from 'i18next'

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
/** As shown to users: «Blue, light». */
export const themeName = (t: TFunction, { colour, mode }: Preset): string =>
  t('agents.design.swatch', { colour: t(`agents.design.colours.${colour}`), mode: t(`agents.design.modes.${mode}`) })
export const isCustom = (theme: string): boolean => !ALL_PRESETS.some((entry) => entry.name === theme)
