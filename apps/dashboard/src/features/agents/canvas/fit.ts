// Fits the whole drawing with labels and lines between the controls.
import { getViewportForBounds, type Rect, useReactFlow, useStoreApi, type Viewport } from '@xyflow/react'
import { useStableCallback } from '../../../lib/use-stable.ts'
import type { EdgePlaces } from './flow-edge.tsx'
import type { StepEdge, StepNode } from './flow.ts'

/** Space of the controls: the kind list at the start, the zoom below. */
export const margins = () => {
  const [left, right] = document.documentElement.dir === 'rtl' ? [24, 72] : [72, 24]
  return { top: 24, right, bottom: 56, left }
}

export const fit = () => {
  const { top, right, bottom, left } = margins()
  return {
    padding: { top: `${top}px`, right: `${right}px`, bottom: `${bottom}px`, left: `${left}px` },
    maxZoom: 1,
  } as const
}

function around(boxes: readonly Rect[]): Rect {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))]
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** The viewport that shows everything; undefined without nodes or room. */
export function useWholeView() {
  const flow = useReactFlow<StepNode, StepEdge>()
  const store = useStoreApi<StepNode, StepEdge>()
  return useStableCallback((places: EdgePlaces): Viewport | undefined => {
    const { width, height, minZoom, edgeLookup } = store.getState()
    const nodes = flow.getNodes()
    if (nodes.length === 0 || width === 0 || height === 0) return undefined
    const drawn = [...places].flatMap(([id, { label, lines }]) =>
      edgeLookup.has(id) ? [...lines, ...(label ? [label] : [])] : [],
    )
    const bounds = around([flow.getNodesBounds(nodes), ...drawn])
    const { padding, maxZoom } = fit()
    return getViewportForBounds(bounds, width, height, minZoom, maxZoom, padding)
  })
}

export function useFitAll() {
  const flow = useReactFlow<StepNode, StepEdge>()
  const whole = useWholeView()
  return useStableCallback((places: EdgePlaces, duration?: number) => {
    const view = whole(places)
    if (view) void flow.setViewport(view, duration === undefined ? undefined : { duration })
  })
}
