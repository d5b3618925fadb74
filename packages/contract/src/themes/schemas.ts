import { rule } from '../lib/rules.ts'
import { z } from 'zod'
import { line } from '../lib/operation.ts'
import { readHex } from './palette.ts'

/** Per workspace. */
export const MAX_THEMES = 100

const whole = (max: number) => z.number().int().min(0).max(max)

/** What an agent's `customThemeJSONString` holds; the key names are the specification's. */
export const CustomTheme = z.object({
  ownerID: z.string().max(100),
  themeType: z.enum(['light', 'dark']),
  primary: z.string().regex(/^#[0-9a-f]{6}$/),
  /** Ten triples of hue, saturation and lightness. */
  nineColorPallet: z.array(z.tuple([whole(359), whole(100), whole(100)])).length(10),
})
export type CustomTheme = z.infer<typeof CustomTheme>

export const ThemeInput = z.strictObject({
  name: line(80),
  themeType: z.enum(['light', 'dark']),
  /** Six hex digits, with or without `#`. */
  primary: z
    .string()
    .max(20)
    .refine((text) => readHex(text) !== undefined, rule('colour_invalid'))
    .transform((text) => readHex(text) ?? text),
})
export type ThemeInput = z.infer<typeof ThemeInput>

export const SavedTheme = z.object({
  id: z.string(),
  name: z.string(),
  theme: CustomTheme,
  /** Unix seconds. */
  createdAt: z.number().int(),
  lastModified: z.number().int(),
})
export type SavedTheme = z.infer<typeof SavedTheme>
