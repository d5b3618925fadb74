// Which part of the drawing is shown.
import type { Box } from './geometry.ts'

/** Where the drawing lies: a point on screen is its place times the zoom, plus x and y. */
export interface View {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

/** The canvas on screen; the margins belong to its controls. */
export interface Room {
  readonly width: number
  readonly height: number
  readonly margins: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number }
}

/** Shows hundreds of steps on a phone. */
export const LEAST_ZOOM = 0.04
const MOST = 1

/** Everything, in the middle. */
export function wholeView(all: Box, { width, height, margins: { top, right, bottom, left } }: Room): View {
  const [inWidth, inHeight] = [width - left - right, height - top - bottom]
  const zoom = Math.max(LEAST_ZOOM, Math.min(MOST, inWidth / all.width, inHeight / all.height))
  return {
    x: left + (inWidth - all.width * zoom) / 2 - all.x * zoom,
    y: top + (inHeight - all.height * zoom) / 2 - all.y * zoom,
    zoom,
  }
}

/** Everything, or, where that would be smaller than `readable`, one step and as much around it as has room. */
export function openingView(all: Box, step: Box, room: Room, readable: number): View {
  const whole = wholeView(all, room)
  if (whole.zoom >= readable) return whole
  const { top, right, bottom, left } = room.margins
  const along = (start: number, end: number, from: number, size: number, middle: number) => {
    const shown = (end - start) / readable
    const first =
      size <= shown ? from + (size - shown) / 2 : Math.max(from, Math.min(from + size - shown, middle - shown / 2))
    return start - first * readable
  }
  return {
    x: along(left, room.width - right, all.x, all.width, step.x + step.width / 2),
    y: along(top, room.height - bottom, all.y, all.height, step.y + step.height / 2),
    zoom: readable,
  }
}
