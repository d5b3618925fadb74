export type TooltipSide = 'top' | 'bottom' | 'left' | 'right'

interface Size {
  readonly width: number
  readonly height: number
}
interface Box extends Size {
  readonly left: number
  readonly top: number
}

/** Pixels between a tooltip and what it explains, and between it and the edge of the window. */
const GAP = 5
const EDGE = 4

const OPPOSITE = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const

/** Where a tooltip's corner goes, in pixels of the window: on the wanted side where there is room, otherwise opposite; never outside. */
export function placeTooltip(target: Box, tip: Size, wanted: TooltipSide, window: Size): { left: number; top: number } {
  const room: Record<TooltipSide, number> = {
    top: target.top - tip.height,
    bottom: window.height - target.top - target.height - tip.height,
    left: target.left - tip.width,
    right: window.width - target.left - target.width - tip.width,
  }
  const opposite = OPPOSITE[wanted]
  const side = room[wanted] < GAP + EDGE && room[opposite] > room[wanted] ? opposite : wanted
  const middle = {
    left: target.left + (target.width - tip.width) / 2,
    top: target.top + (target.height - tip.height) / 2,
  }
  const corner = {
    top: { ...middle, top: target.top - tip.height - GAP },
    bottom: { ...middle, top: target.top + target.height + GAP },
    left: { ...middle, left: target.left - tip.width - GAP },
    right: { ...middle, left: target.left + target.width + GAP },
  }[side]
  return {
    left: within(corner.left, window.width - tip.width - EDGE),
    top: within(corner.top, window.height - tip.height - EDGE),
  }
}

const within = (wanted: number, most: number) => Math.max(EDGE, Math.min(wanted, most))
