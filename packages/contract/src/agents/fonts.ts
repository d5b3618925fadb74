const SYSTEM = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif'

/** The bundled font. `near` has its widths, so that nothing moves when it loads. */
export const BUNDLED_FONT = 'DM Sans'

export const FONT_FAMILIES = {
  System: '',
  Serif: 'ui-serif, Charter, Georgia, serif',
  Rounded: 'ui-rounded, "Arial Rounded MT Bold", Quicksand, Calibri',
  Humanist: 'Seravek, "Gill Sans", Ubuntu, Calibri',
  Monospace: 'ui-monospace, Menlo, Consolas, monospace',
} as const

const NAME = /^[\p{L}\p{N} _-]{1,60}$/u

export function fontStack(name: string): string {
  if (name === BUNDLED_FONT) return `"${name}", near, ${SYSTEM}`
  const first = Object.hasOwn(FONT_FAMILIES, name)
    ? FONT_FAMILIES[name as keyof typeof FONT_FAMILIES]
    : NAME.test(name) && !GENERIC.has(name)
      ? `"${name}"`
      : ''
  return first ? `${first}, ${SYSTEM}` : SYSTEM
}
const GENERIC = new Set(['inherit', 'system-ui', 'sans-serif'])
