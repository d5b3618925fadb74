// Fits the whole drawing into view where it stays readable, otherwise as much of it from the start on as does.
import { NODE_SIZE } from '@parlance/engine/graph/layout'
import { useReactFlow } from '@xyflow/react'
import type { RefObject } from 'react'
import { useStableCallback } from '../../../lib/use-stable.ts'
import type { StepEdge, StepNode } from './flow.ts'
import type { PlacedNode } from './free-place.ts'

/** Smaller, and words are too small to be read. */
export const MIN_READABLE_ZOOM = 0.8
/** What lies on the drawing: the kinds of steps where the page begins, and the zoom below. */
export const margins = () => {
  const [left, right] = document.documentElement.dir === 'rtl' ? [24, 72] : [72, 24]
  return { top: 24, right, bottom: 56, left }
}

interface View {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

/** `nodes` in reading order, the start first. */
export function readableViewport(
  nodes: readonly PlacedNode[],
  { width, height }: { readonly width: number; readonly height: number },
  { top, right, bottom, left }: ReturnType<typeof margins>,
): View {
  const wide = ({ measured }: PlacedNode) => measured?.width ?? NODE_SIZE.width
  const high = ({ measured }: PlacedNode) => measured?.height ?? NODE_SIZE.height
  const [x, y] = [
    Math.min(...nodes.map(({ position }) => position.x)),
    Math.min(...nodes.map(({ position }) => position.y)),
  ]
  const w = Math.max(...nodes.map((node) => node.position.x + wide(node))) - x
  const h = Math.max(...nodes.map((node) => node.position.y + high(node))) - y
  const [roomX, roomY] = [width - left - right, height - top - bottom]
  const zoom = Math.max(MIN_READABLE_ZOOM, Math.min(1, roomX / w, roomY / h))
  const [start] = nodes
  /** In the middle where it fits; else the start where reading begins, without empty room at the far end. */
  const along = (from: number, size: number, room: number, first: number): number => {
    if (size * zoom <= room) return (room - size * zoom) / 2 - from * zoom
    return -Math.min(first, from + size - room / zoom) * zoom
  }
  return {
    x: left + along(x, w, roomX, start?.position.x ?? x),
    y: top + along(y, h, roomY, Math.max(y, (start?.position.y ?? y) - roomY / zoom / 2 + NODE_SIZE.height / 2)),
    zoom,
  }
}

export function useFitReadable(canvas: RefObject<HTMLDivElement | null>) {
  const flow = useReactFlow<StepNode, StepEdge>()
  return useStableCallback((duration?: number) => {
    const box = canvas.current?.getBoundingClientRect()
    const nodes = flow.getNodes()
    if (!box || box.width === 0 || nodes.length === 0) return
    void flow.setViewport(readableViewport(nodes, box, margins()), duration ? { duration } : undefined)
  })
}
