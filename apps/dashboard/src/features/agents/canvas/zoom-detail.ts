// What can be read at a zoom level. Texts keep their size on screen while steps shrink, so fewer lines fit.
import { NODE_SIZE } from '@parlance/engine/graph/layout'

export interface Detail {
  /** `all` shows badges too, `text` labels and texts, `map` coloured boxes. */
  readonly level: 'all' | 'text' | 'names' | 'map'
  /** How much texts are enlarged in the drawing. */
  readonly scale: number
}

/** The largest scale of each level. */
const ALL = 1.3125
const TEXT = 2.25
const NAMES = 5
/** Scales are steps, so that a slight change of the zoom changes nothing. */
const STEPS = 16

export function detailAt(zoom: number): Detail {
  // A zoom of 0.8 may come as 0.7999.
  const scale = Math.max(1, Math.ceil(STEPS / zoom - 0.01) / STEPS)
  if (scale > NAMES) return { level: 'map', scale: NAMES }
  return { level: scale <= ALL ? 'all' : scale <= TEXT ? 'text' : 'names', scale }
}

/** Of labels; steps that show only names show none. */
export const labelScale = ({ scale }: Detail): number => Math.min(scale, TEXT)

const FAR: Detail = { level: 'names', scale: NAMES }
/** Of cards; one object where only names are shown, so that cards do not change there. */
export const cardDetail = (detail: Detail): Detail => (detail.level === 'all' || detail.level === 'text' ? detail : FAR)

/** Measures of a card in canvas pixels, as in canvas.module.css. */
const PADDING = { all: 22, text: 14 } as const
const HEAD = { height: 26, gap: 3 } as const
const NAME = { width: 200, letter: 8.2, line: 17.25 } as const
const TEXT_LINE = 16.9
const BADGES = { gap: 6, line: 20 } as const

export interface Lines {
  readonly name: 1 | 2
  readonly text: number
  readonly badges: boolean
}

/** Lines of a card that fit its height; the text comes before the badges. */
export function cardLines(name: string, hasBadges: boolean, { level, scale }: Detail): Lines {
  if (level !== 'all' && level !== 'text') return { name: 2, text: 0, badges: false }
  const lines = name.length * NAME.letter * scale > NAME.width ? 2 : 1
  const room = NODE_SIZE.height - PADDING[level] - Math.max(HEAD.height, lines * NAME.line * scale) - HEAD.gap
  const fitting = (height: number) => Math.min(3, Math.floor(height / (TEXT_LINE * scale)))
  const withBadges = hasBadges && level === 'all' ? fitting(room - BADGES.gap - BADGES.line * scale) : 0
  return withBadges > 0
    ? { name: lines, text: withBadges, badges: true }
    : { name: lines, text: fitting(room), badges: false }
}

const FAR_NAME_LINE = 14.3
/** Lines of a name where only names are shown. */
export const farLines = (scale: number): 1 | 2 => (2 * FAR_NAME_LINE * scale <= NODE_SIZE.height - PADDING.text ? 2 : 1)
