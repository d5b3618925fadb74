// Moves the drawing: all of it with labels and lines between the controls, or the part a page opens with.
import { type Rect, useReactFlow, useStoreApi } from '@xyflow/react'
import { useStableCallback } from '../../../lib/use-stable.ts'
import type { EdgePlaces } from './flow-edge.tsx'
import type { StepEdge, StepNode } from './flow.ts'
import { around } from './geometry.ts'
import { openingView, wholeView, type Room, type View } from './opening-view.ts'

/** Space of the controls: the kind list at the start, the zoom below; a hint above on phones. */
export const margins = () => {
  if (matchMedia('(max-width: 48em)').matches) return { top: 72, right: 16, bottom: 72, left: 16 }
  const [left, right] = document.documentElement.dir === 'rtl' ? [24, 72] : [72, 24]
  return { top: 24, right, bottom: 56, left }
}

/** The duration of a move, for people who want motion. */
export const motion = (duration: number) => ({
  duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : duration,
})

/** The drawing and the room for it; undefined without nodes or room. */
function useExtent() {
  const flow = useReactFlow<StepNode, StepEdge>()
  const store = useStoreApi<StepNode, StepEdge>()
  return (places: EdgePlaces): { all: Rect; room: Room } | undefined => {
    const { width, height, edgeLookup } = store.getState()
    const nodes = flow.getNodes()
    if (nodes.length === 0 || width === 0 || height === 0) return undefined
    const drawn = [...places].flatMap(([id, { label, lines }]) =>
      edgeLookup.has(id) ? [...lines, ...(label ? [label] : [])] : [],
    )
    return { all: around([flow.getNodesBounds(nodes), ...drawn]), room: { width, height, margins: margins() } }
  }
}

/** The viewport that shows everything. */
export function useWholeView() {
  const extentOf = useExtent()
  return useStableCallback((places: EdgePlaces): View | undefined => {
    const extent = extentOf(places)
    return extent && wholeView(extent.all, extent.room)
  })
}

export function useFitAll() {
  const flow = useReactFlow<StepNode, StepEdge>()
  const whole = useWholeView()
  return useStableCallback((places: EdgePlaces, duration: number) => {
    const view = whole(places)
    if (view) void flow.setViewport(view, motion(duration))
  })
}

/** What a page opens with. */
export interface Opening {
  /** The step to show when everything would be too small; by default the start. */
  readonly step: string | undefined
  /** The least zoom. */
  readonly readable: number
  /** The height of a sheet over the drawing. */
  readonly sheet: number
}

export function useOpen() {
  const flow = useReactFlow<StepNode, StepEdge>()
  const extentOf = useExtent()
  return useStableCallback((places: EdgePlaces, { step, readable, sheet }: Opening) => {
    const extent = extentOf(places)
    const node = (step === undefined ? undefined : flow.getNode(step)) ?? flow.getNodes()[0]
    if (!extent || !node) return
    const { all, room } = extent
    const bottom = Math.max(room.margins.bottom, sheet)
    const free = { ...room, margins: { ...room.margins, bottom } }
    const view = openingView(all, flow.getNodesBounds([node]), free, readable)
    void flow.setViewport(view)
  })
}
