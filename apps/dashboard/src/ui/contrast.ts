// WCAG contrast of two hex colours.
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** 1 … 21; text needs 4.5, large text and graphics 3. */
export function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

/** Black or white, whichever reads better on the colour. */
export const readableOn = (colour: string): string =>
  contrast(colour, '#ffffff') >= contrast(colour, '#171717') ? '#ffffff' : '#171717'
