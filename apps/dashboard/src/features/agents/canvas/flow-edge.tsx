// A transition on the canvas with its condition.
import { BaseEdge, useStoreApi, type EdgeProps, type InternalNode } from '@xyflow/react'
import { createContext, memo, use } from 'react'
import { createPortal } from 'react-dom'
import classes from './canvas.module.css'
import { LABEL_FONT, labelBox, labelSizes } from './edge-label.ts'
import { loopOf, pathOf, routeOf } from './edge-path.ts'
import type { StepEdge, StepNode } from './flow.ts'
import { linesOf, type Box } from './geometry.ts'

/** Container of labels. React Flow's own lookup runs for every edge in every frame of a drag. */
export const LabelLayer = createContext<Element | null>(null)

/** Lines and labels of all edges, so that labels avoid them. A moving edge avoids those at rest. */
export type EdgePlaces = Map<string, { readonly label: Box | undefined; readonly lines: readonly Box[] }>
/** How edges are drawn; a new object makes all of them place their labels again. */
export interface Look {
  readonly places: EdgePlaces
  /** How much labels are enlarged. */
  readonly scale: number
}
export const EdgeLook = createContext<Look>({ places: new Map(), scale: 1 })

const boxOf = ({ internals, measured }: InternalNode<StepNode>): Box => ({
  ...internals.positionAbsolute,
  width: measured.width ?? 0,
  height: measured.height ?? 0,
})

export const FlowEdge = memo(function FlowEdge(props: EdgeProps<StepEdge>) {
  const { id, source, target, data, selected, markerEnd } = props
  const layer = use(LabelLayer)
  const { places, scale } = use(EdgeLook)
  // Props change when an end moves; other nodes are read from the store.
  const { nodeLookup, edgeLookup, addSelectedEdges } = useStoreApi<StepNode, StepEdge>().getState()
  const [from, to] = [nodeLookup.get(source), nodeLookup.get(target)]
  if (!from || !to || !data) return null
  const others = [...nodeLookup.values()].filter((node) => node !== from && node !== to).map(boxOf)
  const placed = [...places].flatMap(([of, place]) => (of !== id && edgeLookup.has(of) ? [place] : []))
  const drawn = {
    labels: placed.flatMap((place) => place.label ?? []),
    lines: placed.flatMap(({ lines }) => lines),
    sizes: labelSizes(data.label, scale),
    scale,
  }
  const { points, label, size } =
    from === to
      ? loopOf(boxOf(from), data.lane, others, drawn)
      : routeOf(boxOf(from), boxOf(to), data.lane, others, drawn)
  places.set(id, { label: data.label ? labelBox(label, size) : undefined, lines: linesOf(points) })
  return (
    <>
      <BaseEdge id={id} path={pathOf(points)} interactionWidth={20} {...(markerEnd ? { markerEnd } : {})} />
      {data.label &&
        layer &&
        createPortal(
          <div
            className={classes.edgeLabel}
            // The edge itself takes the keys; this is its visible label.
            aria-hidden
            title={data.label}
            onClick={() => addSelectedEdges([id])}
            data-selected={selected || undefined}
            data-on={data.on}
            data-level={data.level}
            style={{
              maxWidth: size.width,
              fontSize: LABEL_FONT * scale,
              transform: `translate(-50%, -50%) translate(${label.x}px, ${label.y}px)`,
            }}
          >
            <span style={size.cut ? { WebkitLineClamp: size.lines } : {}}>{data.label}</span>
          </div>,
          layer,
        )}
    </>
  )
})
