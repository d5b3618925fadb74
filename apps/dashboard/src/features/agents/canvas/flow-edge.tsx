// A transition on the canvas with its condition.
import { BaseEdge, useStoreApi, type EdgeProps, type InternalNode } from '@xyflow/react'
import { createContext, memo, use } from 'react'
import { createPortal } from 'react-dom'
import classes from './canvas.module.css'
import { labelBox, labelSizes, linesOf, loopOf, pathOf, routeOf, type Box } from './edge-path.ts'
import type { StepEdge, StepNode } from './flow.ts'

/** Container of labels. React Flow's own lookup runs for every edge in every frame of a drag. */
export const LabelLayer = createContext<Element | null>(null)

/** Lines and labels of all edges, so that labels avoid them. A moving edge avoids those at rest. */
export type EdgePlaces = Map<string, { readonly label: Box | undefined; readonly lines: readonly Box[] }>
/** A new object makes all edges place their labels again. */
export const Places = createContext<{ readonly places: EdgePlaces }>({ places: new Map() })

const boxOf = ({ internals, measured }: InternalNode<StepNode>): Box => ({
  ...internals.positionAbsolute,
  width: measured.width ?? 0,
  height: measured.height ?? 0,
})

export const FlowEdge = memo(function FlowEdge(props: EdgeProps<StepEdge>) {
  const { id, source, target, data, selected, markerEnd } = props
  const layer = use(LabelLayer)
  const { places } = use(Places)
  // Props change when an end moves; other nodes are read from the store.
  const { nodeLookup, edgeLookup, addSelectedEdges } = useStoreApi<StepNode, StepEdge>().getState()
  const [from, to] = [nodeLookup.get(source), nodeLookup.get(target)]
  if (!from || !to || !data) return null
  const others = [...nodeLookup.values()].filter((node) => node !== from && node !== to)
  const drawn = [...places].flatMap(([of, place]) => (of !== id && edgeLookup.has(of) ? [place] : []))
  const sizes = labelSizes(data.label)
  const { points, label, size } =
    from === to
      ? loopOf(boxOf(from), data.lane, sizes.at(-1))
      : routeOf(boxOf(from), boxOf(to), data.lane, others.map(boxOf), {
          labels: drawn.flatMap((place) => place.label ?? []),
          lines: drawn.flatMap(({ lines }) => lines),
          sizes,
        })
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
              transform: `translate(-50%, -50%) translate(${label.x}px, ${label.y}px)`,
            }}
          >
            <span style={{ WebkitLineClamp: size.lines }}>{data.label}</span>
          </div>,
          layer,
        )}
    </>
  )
})
