// Computes colours from an agent's look fields; total: any stored value gives a readable theme. Shared by the chat and
// its preview.
import type { PublicAgent } from './schemas.ts'

export interface Paint {
  readonly mode: 'light' | 'dark'
  readonly accent: string
  readonly onAccent: string
  readonly surface: string
}

export interface Theme extends Paint {
  readonly accentText: string
  /** Border of accent-filled elements: the accent, or a visible colour if the accent is lost on the surface. */
  readonly edge: string
  readonly soft: string
  readonly raised: string
  readonly text: string
  readonly muted: string
  readonly line: string
}

export const PRESETS = {
  blue: '#2563eb',
  purple: '#7340e0',
  cyan: '#0b7285',
  pink: '#d0246e',
  yellow: '#f7c325',
  red: '#d92b2b',
} as const
type Preset = keyof typeof PRESETS
/** Whether a stored theme is one of the twelve presets: `{colour}-{light|dark}`. */
export const isPreset = (theme: string): boolean => {
  const [, name = ''] = /^([a-z]+)-(?:light|dark)$/.exec(theme) ?? []
  return Object.hasOwn(PRESETS, name)
}
type ThemeFields = Partial<Pick<PublicAgent, 'theme' | 'customThemeJSONString'>>

const SURFACES = { light: '#ffffff', dark: '#16181d' } as const
const NEUTRALS = {
  light: { raised: '#f3f4f6', text: '#15171c', muted: '#5d6370', line: '#e4e6ea' },
  dark: { raised: '#24272e', text: '#f1f2f4', muted: '#a3a9b5', line: '#32363f' },
} as const

/** WCAG AA for text of normal size. */
export const MIN_CONTRAST = 4.5
/** WCAG AA for non-text elements. */
export const MIN_SHAPE_CONTRAST = 3

const channels = (hex: string) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16))

/** Relative luminance of `#rrggbb`, 0…1 (WCAG 2.2). */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = channels(hex).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio of two `#rrggbb` colours, 1…21. */
export function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

export function mix(a: string, b: string, share: number): string {
  const other = channels(b)
  const mixed = channels(a).map((value, index) => Math.round(value + ((other[index] ?? 0) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** White if readable, otherwise black, which then always is. */
const inkOn = (accent: string) => (contrast(accent, '#ffffff') >= MIN_CONTRAST ? '#ffffff' : '#000000')

/** Moves the accent towards the text colour until it is readable on every given ground. */
function readable(accent: string, text: string, grounds: readonly string[]): string {
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mix(accent, text, share)
    if (grounds.every((ground) => contrast(candidate, ground) >= MIN_CONTRAST)) return candidate
  }
  return text
}

/** Mixes up to `most` of the accent into the ground, as long as quiet text stays readable. */
function tint(ground: string, accent: string, text: string, most: number): string {
  for (let share = most; share > 0; share -= 0.01) {
    const candidate = mix(ground, accent, share)
    if (contrast(text, candidate) >= MIN_CONTRAST) return candidate
  }
  return ground
}

export function themeOf(chosen: Paint): Theme {
  const { mode, accent, surface } = chosen
  const neutrals = NEUTRALS[mode]
  const soft = tint(surface, accent, neutrals.muted, mode === 'dark' ? 0.18 : 0.08)
  const accentText = readable(accent, neutrals.text, [surface, neutrals.raised, soft])
  const edge = contrast(accent, surface) < MIN_SHAPE_CONTRAST ? accentText : accent
  return { ...chosen, ...neutrals, accentText, edge, soft }
}

export const paintOf = (accent: string, dark: boolean): Paint => {
  const mode = dark ? 'dark' : 'light'
  return { mode, accent, onAccent: inkOn(accent), surface: SURFACES[mode] }
}

interface CustomTheme {
  readonly primary: string | undefined
  readonly dark: boolean | undefined
}

function readCustom(json: unknown): CustomTheme {
  let value: unknown
  try {
    value = JSON.parse(String(json))
  } catch {}
  const { primary, themeType } = (value ?? {}) as Record<string, unknown>
  const hex = typeof primary === 'string' ? /^#?([0-9a-f]{6})$/i.exec(primary.trim())?.[1] : undefined
  return { primary: hex && `#${hex.toLowerCase()}`, dark: themeType === undefined ? undefined : themeType === 'dark' }
}

/** `theme` is `{colour}-{light|dark}` or `custom-{light|dark}`; anything else is blue-light. */
export function readPaint(agent: ThemeFields): Paint {
  const [, name = '', mode] = /^([a-z]+)-(light|dark)$/.exec(String(agent.theme)) ?? []
  if (name === 'custom') {
    const custom = readCustom(agent.customThemeJSONString)
    if (custom.primary) return paintOf(custom.primary, custom.dark ?? mode === 'dark')
  }
  const known = Object.hasOwn(PRESETS, name)
  const dark = mode === 'dark' && (known || name === 'custom')
  return paintOf(PRESETS[known ? (name as Preset) : 'blue'], dark)
}

export const readTheme = (agent: ThemeFields): Theme => themeOf(readPaint(agent))
