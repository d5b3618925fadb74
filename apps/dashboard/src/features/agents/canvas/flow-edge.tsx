// A transition on the canvas with what decides it.
import { BaseEdge, getBezierPath, type EdgeProps } from '@xyflow/react'
import { createContext, memo, use } from 'react'
import { createPortal } from 'react-dom'
import classes from './canvas.module.css'
import type { StepEdge } from './flow.ts'

/** Where labels are drawn. React Flow's own way there looks for it again for every edge in every frame of a drag. */
export const LabelLayer = createContext<Element | null>(null)

export const FlowEdge = memo(function FlowEdge(props: EdgeProps<StepEdge>) {
  const { id, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, data, selected, markerEnd } = props
  const layer = use(LabelLayer)
  const [path, labelX, labelY] = getBezierPath({ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition })
  return (
    <>
      <BaseEdge id={id} path={path} interactionWidth={20} {...(markerEnd ? { markerEnd } : {})} />
      {data?.label &&
        layer &&
        createPortal(
          <div
            className={classes.edgeLabel}
            // The edge itself takes clicks and keys; this is what sighted people read.
            aria-hidden
            data-selected={selected || undefined}
            data-on={data.on}
            data-level={data.level}
            style={{ transform: `translate(-50%, -50%) translate(${labelX}px, ${labelY}px)` }}
          >
            {data.label}
          </div>,
          layer,
        )}
    </>
  )
})
