// A transition on the canvas with what decides it.
import { BaseEdge, useStoreApi, type EdgeProps, type InternalNode } from '@xyflow/react'
import { createContext, memo, use } from 'react'
import { createPortal } from 'react-dom'
import classes from './canvas.module.css'
import { labelBox, loopOf, pathOf, routeOf, type Box } from './edge-path.ts'
import type { StepEdge, StepNode } from './flow.ts'

/** Where labels are drawn. React Flow's own way there looks for it again for every edge in every frame of a drag. */
export const LabelLayer = createContext<Element | null>(null)

/** Where each edge has its label, so that others keep off it. An edge that moves finds the places of those that stay. */
export type LabelPlaces = Map<string, Box>
export const Labels = createContext<LabelPlaces>(new Map())

const boxOf = ({ internals, measured }: InternalNode<StepNode>): Box => ({
  ...internals.positionAbsolute,
  width: measured.width ?? 0,
  height: measured.height ?? 0,
})

export const FlowEdge = memo(function FlowEdge(props: EdgeProps<StepEdge>) {
  const { id, source, target, data, selected, markerEnd } = props
  const layer = use(LabelLayer)
  const places = use(Labels)
  // Where the ends stand comes with the props, which change whenever one of them moves; the others are looked up as they are.
  const { nodeLookup, edgeLookup } = useStoreApi<StepNode, StepEdge>().getState()
  const [from, to] = [nodeLookup.get(source), nodeLookup.get(target)]
  if (!from || !to || !data) return null
  const others = [...nodeLookup.values()].filter((node) => node !== from && node !== to)
  const labels = [...places].flatMap(([of, place]) => (of !== id && edgeLookup.has(of) ? [place] : []))
  const { points, label } =
    from === to ? loopOf(boxOf(from), data.lane) : routeOf(boxOf(from), boxOf(to), data.lane, others.map(boxOf), labels)
  if (data.label) places.set(id, labelBox(label))
  else places.delete(id)
  return (
    <>
      <BaseEdge id={id} path={pathOf(points)} interactionWidth={20} {...(markerEnd ? { markerEnd } : {})} />
      {data.label &&
        layer &&
        createPortal(
          <div
            className={classes.edgeLabel}
            // The edge itself takes clicks and keys; this is what sighted people read.
            aria-hidden
            data-selected={selected || undefined}
            data-on={data.on}
            data-level={data.level}
            style={{ transform: `translate(-50%, -50%) translate(${label.x}px, ${label.y}px)` }}
          >
            {data.label}
          </div>,
          layer,
        )}
    </>
  )
})
