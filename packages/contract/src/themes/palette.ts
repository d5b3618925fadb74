/** Hue in degrees 0…359, saturation and lightness in percent, whole numbers. */
export type Hsl = readonly [hue: number, saturation: number, lightness: number]
export type Mode = 'light' | 'dark'

export const STEPS = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900] as const

/** Accepts six hex digits with or without `#`; returns lower case. */
export function readHex(text: string): string | undefined {
  const digits = /^#?([0-9a-f]{6})$/i.exec(text.trim())?.[1]
  return digits && `#${digits.toLowerCase()}`
}

export function exactHsl(hex: string): [number, number, number] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
  const [low, high] = [Math.min(r, g, b), Math.max(r, g, b)]
  const span = high - low
  const lightness = (high + low) / 2
  if (span === 0) return [0, 0, lightness * 100]
  const sector = high === r ? ((g - b) / span + 6) % 6 : high === g ? (b - r) / span + 2 : (r - g) / span + 4
  return [sector * 60, (span / (1 - Math.abs(2 * lightness - 1))) * 100, lightness * 100]
}

export function hslOf(hex: string): Hsl {
  const [hue, saturation, lightness] = exactHsl(hex)
  return [Math.round(hue) % 360, Math.round(saturation), Math.round(lightness)]
}

/** Accepts fractions. */
export function hexOf([hue, saturation, lightness]: readonly [number, number, number]): string {
  const [s, l] = [saturation / 100, lightness / 100]
  const reach = s * Math.min(l, 1 - l)
  const part = (shift: number) => {
    const place = (shift + hue / 30) % 12
    const value = l - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${part(0)}${part(8)}${part(4)}`
}

/** No step is black or white: 100 becomes 95, and 0 becomes 5. */
export const stepLightness = (lightness: number): number =>
  lightness >= 100 ? 95 : lightness <= 0 ? 5 : Math.round(lightness)

/** Ten entries with lightness 10, 20 … 90, 95; reversed in dark mode. */
export function paletteOf(primary: string, mode: Mode): Hsl[] {
  const [hue, saturation] = hslOf(primary)
  const made = STEPS.map((_step, index): Hsl => [hue, saturation, stepLightness((index + 1) * 10)])
  return mode === 'dark' ? made.toReversed() : made
}

export const swatchesOf = (primary: string, mode: Mode): { step: number; hex: string }[] =>
  paletteOf(primary, mode).map((hsl, index) => ({ step: STEPS[index] ?? 0, hex: hexOf(hsl) }))
