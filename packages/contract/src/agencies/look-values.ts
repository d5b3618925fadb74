import { paletteOf } from '../themes/palette.ts'

/** Pages keep the font that they have. */
export const INHERIT_FONT = 'inherit'
export const DEFAULT_AGENCY_FONT = 'Rubik'

/** As stored in `customThemeJSONString`: the palette is derived from the colour. */
export const agencyThemeJson = (primary: string, dark: boolean): string => {
  const themeType = dark ? 'dark' : 'light'
  return JSON.stringify({ primary, nineColorPallet: paletteOf(primary, themeType), themeType })
}
