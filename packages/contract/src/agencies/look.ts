import { z } from 'zod'
import { LONGEST_CSS } from '../agents/custom-css.ts'
import { rule } from '../lib/rules.ts'
import { readHex } from '../themes/palette.ts'
import { agencyThemeJson } from './look-values.ts'
import { readCustomTheme, THEME_COLOR_USAGES, THEME_VARIANTS } from './theme.ts'

/** A font family of the provider; safe within URLs and style sheets. */
const GOOGLE_FONT = /^[A-Za-z0-9][A-Za-z0-9 ]{0,39}$/

const CustomThemeJson = z
  .string()
  .max(5000)
  .refine((json) => json.trim() === '' || readCustomTheme(json).primary !== undefined, rule('colour_invalid'))
  .transform((json) => {
    const { primary, dark } = readCustomTheme(json)
    return primary === undefined ? '' : agencyThemeJson(primary, dark)
  })
const OptionalColour = z
  .string()
  .trim()
  .max(20)
  .refine((text) => text === '' || readHex(text) !== undefined, rule('colour_invalid'))
  .transform((text) => readHex(text) ?? '')

export const agencyLookInput = {
  themeVariant: z.enum(THEME_VARIANTS),
  themeColorUsage: z.enum(THEME_COLOR_USAGES),
  googleFont: z
    .string()
    .trim()
    .max(200)
    .refine((name) => GOOGLE_FONT.test(name), rule('font_name_invalid')),
  customThemeJSONString: CustomThemeJson,
  secondaryColorHex: OptionalColour,
  customCSS: z.string().max(LONGEST_CSS),
}
