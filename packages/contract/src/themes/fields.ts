import { type Mode, paletteOf } from './palette.ts'
import type { CustomTheme } from './schemas.ts'

export const makeTheme = (ownerID: string, primary: string, themeType: Mode): CustomTheme => ({
  ownerID,
  themeType,
  primary,
  nineColorPallet: paletteOf(primary, themeType).map(([hue, saturation, lightness]) => [hue, saturation, lightness]),
})

export const themeFields = (ownerID: string, primary: string, mode: Mode) => ({
  theme: `custom-${mode}`,
  customThemeJSONString: JSON.stringify(makeTheme(ownerID, primary, mode)),
})
