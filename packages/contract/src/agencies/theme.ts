// An agency's look as tokens: a Mantine theme override and CSS variables. Any stored value gives a readable look.
import { MIN_CONTRAST, contrast, mix, paintOf, themeOf } from '../agents/theme.ts'
import { type Finding, readability } from '../agents/readability.ts'
import { exactHsl, hexOf, type Mode, readHex } from '../themes/palette.ts'

export const THEME_VARIANTS = ['default', 'bordered', 'faded', 'flat'] as const
export const THEME_COLOR_USAGES = ['plain', 'colorful', 'gradient'] as const

export interface AgencyLook {
  readonly themeVariant: (typeof THEME_VARIANTS)[number]
  readonly themeColorUsage: (typeof THEME_COLOR_USAGES)[number]
  readonly googleFont: string
  readonly customThemeJSONString: string
  readonly secondaryColorHex: string
}

type Variables = Readonly<Record<string, string>>

export interface AgencyTheme {
  readonly primary: string
  /** Used by readers who have not chosen one: `auto` follows the device. */
  readonly colorScheme: 'auto' | 'dark'
  readonly shades: Shades
  readonly override: {
    readonly colors: { readonly iris: Shades }
    readonly fontFamily: string
    readonly headings: { readonly fontFamily: string }
  }
  readonly variables: { readonly shared: Variables; readonly light: Variables; readonly dark: Variables }
}
export type Shades = readonly [string, string, string, string, string, string, string, string, string, string]

export const DEFAULT_PRIMARY = '#5b5bd6'
const SYSTEM = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif'
const INHERITED = '"DM Sans Variable", "DM Sans"'

const GROUNDS = {
  light: {
    canvas: '#ffffff',
    sunken: '#fafafa',
    hover: '#f4f4f4',
    line: '#e6e6e6',
    border: '#d9d9d9',
    text: '#171717',
  },
  dark: { canvas: '#161616', sunken: '#121212', hover: '#232323', line: '#2b2b2b', border: '#383838', text: '#ededed' },
} as const
const DIMMED = { light: '#5c5c5c', dark: '#a6a6a6' } as const
const SURFACE = { light: '#ffffff', dark: '#1b1b1b' } as const

/** Unreadable values count as not chosen. */
export function readCustomTheme(json: string): { readonly primary: string | undefined; readonly dark: boolean } {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {}
  const { primary, themeType } = (value ?? {}) as Record<string, unknown>
  return { primary: typeof primary === 'string' ? readHex(primary) : undefined, dark: themeType === 'dark' }
}

export const agencyFont = (googleFont: string): string =>
  googleFont === 'inherit' ? `${INHERITED}, ${SYSTEM}` : `"${googleFont.replaceAll(/[^A-Za-z0-9 ]/g, '')}", ${SYSTEM}`

export function agencyTheme(look: AgencyLook): AgencyTheme {
  const { primary: chosen, dark } = readCustomTheme(look.customThemeJSONString)
  const primary = chosen ?? DEFAULT_PRIMARY
  const shades = shadesOf(primary)
  const font = agencyFont(look.googleFont)
  const onFilled = paintOf(primary, false).onAccent
  const end = gradientEnd(primary, readHex(look.secondaryColorHex), onFilled)
  return {
    primary,
    colorScheme: dark ? 'dark' : 'auto',
    shades,
    override: { colors: { iris: shades }, fontFamily: font, headings: { fontFamily: font } },
    variables: {
      shared: {
        '--mantine-font-family': font,
        '--mantine-font-family-headings': font,
        ...Object.fromEntries(shades.map((hex, shade) => [`--mantine-color-iris-${shade}`, hex])),
        '--mantine-color-iris-filled': primary,
        '--mantine-color-iris-filled-hover': mix(primary, onFilled === '#ffffff' ? '#000000' : '#ffffff', 0.12),
        '--mantine-primary-color-contrast': onFilled,
        '--pl-on-accent': onFilled,
        '--pl-accent-image':
          look.themeColorUsage === 'gradient' ? `linear-gradient(135deg, ${primary}, ${end})` : 'none',
        ...(look.themeVariant === 'bordered' ? { '--pl-border-width': '2px' } : {}),
      },
      light: schemeOf(look, primary, end, 'light'),
      dark: schemeOf(look, primary, end, 'dark'),
    },
  }
}

function schemeOf(look: AgencyLook, primary: string, end: string, mode: Mode): Variables {
  const { themeVariant: variant, themeColorUsage: usage } = look
  const ground = GROUNDS[mode]
  const { accentText, soft, edge } = themeOf(paintOf(primary, mode === 'dark'))
  const tinted = (color: string, share: number) =>
    usage === 'plain' ? color : quiet(color, primary, DIMMED[mode], usage === 'colorful' ? share : share / 2)
  const canvas = tinted(ground.canvas, 0.07)
  const sunken = tinted(ground.sunken, 0.12)
  const line = variant === 'bordered' ? mix(ground.border, ground.text, 0.25) : ground.line
  const isFilledIn = variant === 'faded' || variant === 'flat'
  const surface = isFilledIn ? mix(SURFACE[mode], ground.text, 0.04) : tinted(SURFACE[mode], 0.03)
  const border = variant === 'flat' ? 'transparent' : variant === 'bordered' ? line : ground.border
  const accentOn = readableOn(accentText, ground.text, [canvas, sunken, surface, soft])
  return {
    '--pl-canvas': canvas,
    '--pl-surface': surface,
    '--pl-sunken': sunken,
    '--pl-line': variant === 'flat' ? 'transparent' : usage === 'plain' ? line : mix(line, primary, 0.12),
    '--pl-accent-soft': soft,
    '--pl-accent-line': mix(soft, primary, 0.3),
    '--pl-accent-text': accentOn,
    '--pl-page-image': pageImage(usage, primary, end, ground.canvas, DIMMED[mode]),
    '--mantine-color-body': canvas,
    '--mantine-color-dimmed': DIMMED[mode],
    '--mantine-color-anchor': accentOn,
    '--mantine-color-default-border': border,
    ...(isFilledIn ? { '--mantine-color-default': mix(canvas, ground.text, 0.06) } : {}),
    '--mantine-color-iris-light': soft,
    '--mantine-color-iris-light-hover': soft,
    '--mantine-color-iris-light-color': readableOn(accentOn, ground.text, [soft]),
    '--mantine-color-iris-outline': edge,
    '--mantine-color-iris-text': accentOn,
  }
}

/** Background of sign-in: subtle enough that text in the page's own colours stays readable everywhere on it. */
function pageImage(usage: AgencyLook['themeColorUsage'], primary: string, end: string, canvas: string, dimmed: string) {
  if (usage !== 'gradient') return 'none'
  return `linear-gradient(135deg, ${quiet(canvas, primary, dimmed, 0.25)}, ${quiet(canvas, end, dimmed, 0.25)})`
}

/** Mixes up to `most` of the accent into the ground, as long as quiet text stays readable. */
function quiet(ground: string, accent: string, text: string, most: number): string {
  for (let share = most; share > 0.005; share -= 0.01) {
    const candidate = mix(ground, accent, share)
    if (contrast(text, candidate) >= MIN_CONTRAST) return candidate
  }
  return ground
}

function readableOn(color: string, text: string, grounds: readonly string[]): string {
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mix(color, text, share)
    if (grounds.every((ground) => contrast(candidate, ground) >= MIN_CONTRAST)) return candidate
  }
  return text
}

/** The end colour of gradients, adjusted until text is readable at both ends; by default a neighbouring hue. */
function gradientEnd(primary: string, secondary: string | undefined, ink: string): string {
  const [hue, saturation, lightness] = exactHsl(primary)
  const end = secondary ?? hexOf([(hue + 40) % 360, saturation, lightness])
  const away = ink === '#ffffff' ? '#000000' : '#ffffff'
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mix(end, away, share)
    if (contrast(candidate, ink) >= MIN_CONTRAST) return candidate
  }
  return away
}

/** Lightest first; shade 6, used by buttons, is the colour itself. */
function shadesOf(primary: string): Shades {
  const [hue, saturation] = exactHsl(primary)
  const of = (lightness: number) => hexOf([hue, saturation, lightness])
  return [of(97), of(95), of(90), of(80), of(70), of(60), primary, of(40), of(30), of(20)]
}

const block = (selector: string, of: Variables) =>
  `${selector}{${Object.entries(of)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`

/** The variables as a style sheet that overrides the component library's, in either order. */
export function agencyCss({ variables: { shared, light, dark } }: Pick<AgencyTheme, 'variables'>): string {
  return [
    block(':root:root', shared),
    block(':root:root[data-mantine-color-scheme=light]', light),
    block(':root:root[data-mantine-color-scheme=dark]', dark),
  ].join('')
}

/** For pages without scripts: the device chooses between light and dark. */
export const agencyDeviceCss = ({ variables: { shared, light, dark } }: Pick<AgencyTheme, 'variables'>): string =>
  `${block(':root', { ...shared, ...light })}@media (prefers-color-scheme:dark){${block(':root', dark)}}`

export interface ColourCheck {
  readonly findings: readonly (Finding & { readonly mode: Mode })[]
  readonly nearest: string
}

export function checkPrimary(primary: string): ColourCheck {
  const light = readability(primary, 'light')
  const dark = readability(primary, 'dark')
  const findings = [
    ...light.findings.map((finding) => ({ ...finding, mode: 'light' as const })),
    // Almost every colour needs lighter links on dark grounds, so only shapes are reported.
    ...dark.findings.filter(({ what }) => what === 'shape').map((finding) => ({ ...finding, mode: 'dark' as const })),
  ]
  return { findings, nearest: light.findings.length > 0 ? light.nearest : dark.nearest }
}

/** Colours of mails: those of the light scheme, with links that are also readable on a dark card. */
export interface MailColours {
  readonly fill: string
  readonly ink: string
  readonly link: string
  readonly darkLink: string
}
export function mailColours(look: AgencyLook): MailColours {
  const { primary, variables } = agencyTheme(look)
  const anchor = '--mantine-color-anchor'
  return {
    fill: primary,
    ink: variables.shared['--pl-on-accent'] ?? '#ffffff',
    link: variables.light[anchor] ?? primary,
    darkLink: variables.dark[anchor] ?? primary,
  }
}
