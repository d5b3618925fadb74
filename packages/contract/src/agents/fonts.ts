// The fonts an owner can choose: one that comes with the chat, families that every system has one of, or any name typed.

/** What stands after every other font. */
const SYSTEM = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif'

/** Comes with the chat. `near` has its widths, so that nothing moves when it arrives. */
export const BUNDLED_FONT = 'DM Sans'

/** Not one font but whichever of its kind the visitor has. */
export const FONT_FAMILIES = {
  System: '',
  Serif: 'ui-serif, Charter, Georgia, serif',
  Rounded: 'ui-rounded, "Arial Rounded MT Bold", Quicksand, Calibri',
  Humanist: 'Seravek, "Gill Sans", Ubuntu, Calibri',
  Monospace: 'ui-monospace, Menlo, Consolas, monospace',
} as const

const NAME = /^[\p{L}\p{N} _-]{1,60}$/u

/** The value of `font-family`; a name that is none is as if it were not there. */
export function fontStack(name: string): string {
  if (name === BUNDLED_FONT) return `"${name}", near, ${SYSTEM}`
  const first = Object.hasOwn(FONT_FAMILIES, name)
    ? FONT_FAMILIES[name as keyof typeof FONT_FAMILIES]
    : NAME.test(name) && !GENERIC.has(name)
      ? `"${name}"`
      : ''
  return first ? `${first}, ${SYSTEM}` : SYSTEM
}
/** Words of CSS that mean the system’s font here. */
const GENERIC = new Set(['inherit', 'system-ui', 'sans-serif'])
