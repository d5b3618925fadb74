// The drawing: steps, transitions, minimap and controls.
import { Button, Text, Title, useComputedColorScheme, VisuallyHidden } from '@mantine/core'
import type { NodeKind } from '@parlance/engine/graph/graph-edit'
import type { Place } from '@parlance/engine/graph/layout'
import { IconPlus } from '@tabler/icons-react'
import { MarkerType, ReactFlow, SelectionMode, useNodesInitialized, useReactFlow, useStore } from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './canvas.module.css'
import { FlowEdge, LabelLayer, Places, type EdgePlaces } from './flow-edge.tsx'
import type { StepEdge, StepNode } from './flow.ts'
import { FlowNode } from './flow-node.tsx'
import { Palette } from './kind-list.tsx'
import { shownOnPhone } from './phone-view.ts'
import type { CanvasActions } from './use-actions.ts'
import type { useFlow } from './use-flow.ts'
import { useClipboard, useConnecting, useDropped } from './use-gestures.tsx'
import { useStableCallback } from '../../../lib/use-stable.ts'
import { useKeys } from './use-keys.ts'
import { fit, useFitAll } from './fit.ts'
import { StepMap } from './step-map.tsx'
import { ZoomControls } from './zoom-controls.tsx'
import { useReadOnly } from '../../../components/feedback/read-only.tsx'

const NODE_TYPES = { step: FlowNode }
const EDGE_TYPES = { step: FlowEdge }
const EDGE_OPTIONS = {
  markerEnd: { type: MarkerType.ArrowClosed, width: 18, height: 18, color: 'var(--xy-edge-stroke)' },
}
/** Phone viewport: below the hint, with room for following steps. */
const UPPER = { top: '72px', right: '24px', bottom: '60%', left: '24px' } as const
const BELOW_HINT = { ...UPPER, bottom: '72px' } as const
const PRO = { hideAttribution: true }
const ADD_KEYS = ['Meta', 'Control', 'Shift']
/** From this many nodes on, only visible ones are rendered. */
const MANY = 400

export interface DrawingProps extends ReturnType<typeof useFlow> {
  phone: boolean
  canvas: RefObject<HTMLDivElement | null>
  onPointer: (place: Place) => void
  actions: CanvasActions
  /** The step in the address when the page was opened. */
  first: string | undefined
  places: EdgePlaces
  onEdit: (id: string) => void
  onClear: () => void
  onFind: () => void
  onFit: () => void
  onHelp: () => void
}

export function Drawing(props: DrawingProps) {
  const { phone, canvas, actions, flow, selection, select } = props
  const { t } = useTranslation()
  const looks = useReadOnly()
  const still = phone || looks
  const dropped = useDropped(actions, canvas)
  const connecting = useConnecting(dropped.open, actions.connect)
  const clipboard = useClipboard(actions, selection.nodes.length, still)
  const keys = useKeys(
    {
      remove: actions.remove,
      duplicate: actions.duplicate,
      selectAll: () => select({ nodes: flow.map(({ id }) => id), edges: [] }),
      clear: props.onClear,
      edit: props.onEdit,
      find: props.onFind,
      fit: props.onFit,
      add: dropped.openInMiddle,
      connect: actions.connectSelected,
      arrange: () => void actions.arrangeAll(),
      help: props.onHelp,
    },
    still,
  )
  const addKind = useStableCallback((kind: NodeKind) => actions.add(kind))
  const chosen = selection.nodes.length
  const count = useRef(flow.length)
  useEffect(() => {
    // Deleting the focused step would lose the focus and with it the shortcuts.
    if (count.current !== flow.length && document.activeElement === document.body)
      canvas.current?.focus({ preventScroll: true })
    count.current = flow.length
  }, [flow.length, canvas])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application handles keys itself
    <div
      ref={canvas}
      className={classes.canvas}
      tabIndex={-1}
      role="application"
      aria-label={t('studio.canvas.label')}
      onKeyDown={keys}
      onPointerMove={({ clientX: x, clientY: y }) => props.onPointer({ x, y })}
      {...clipboard}
      {...(still ? {} : dropped.target)}
    >
      <VisuallyHidden aria-live="polite">
        {chosen > 1 ? t('studio.canvas.selected', { count: chosen }) : ''}
      </VisuallyHidden>
      <Flow {...props} still={still} connecting={connecting} />
      {phone && !looks && <p className={classes.readOnly}>{t('studio.canvas.readOnly')}</p>}
      {!still && <Palette onAdd={addKind} />}
      {!still && flow.length === 1 && <FirstSteps onAdd={dropped.openInMiddle} />}
      <ZoomControls onFit={props.onFit} />
      {dropped.menu}
    </div>
  )
}

/** Suggestions for a lone start. */
function FirstSteps({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.firstSteps}>
      <Title order={2} size="h4">
        {t('studio.canvas.firstTitle')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('studio.canvas.firstText')}
      </Text>
      <Button variant="default" size="xs" leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />} onClick={onAdd}>
        {t('studio.add')}
      </Button>
    </div>
  )
}

interface FlowProps extends DrawingProps {
  connecting: ReturnType<typeof useConnecting>
  /** Read-only. */
  still: boolean
}

function Flow({ connecting, still, ...props }: FlowProps) {
  const scheme = useComputedColorScheme('light')
  const labels = useLabels()
  const { phone, flow, canvas } = props
  const [layer, setLayer] = useState<Element | null>(null)
  // Changed props make React Flow process all nodes and edges, in a drag on every frame.
  const begin = useStableCallback(() =>
    setLayer(canvas.current?.querySelector('.react-flow__edgelabel-renderer') ?? null),
  )
  const focusCanvas = useStableCallback(() => canvas.current?.focus())
  const editNode = useStableCallback((_: unknown, { id }: StepNode) => props.onEdit(id))
  const [view] = useState(() => firstView(props))
  const places = useSecondLook(props.places, props.edges)
  return (
    <LabelLayer value={layer}>
      <Places value={places}>
        <ReactFlow<StepNode, StepEdge>
          nodes={flow}
          edges={props.edges}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          defaultEdgeOptions={EDGE_OPTIONS}
          onNodesChange={props.onNodesChange}
          onEdgesChange={props.onEdgesChange}
          {...connecting}
          onInit={begin}
          onPaneClick={focusCanvas}
          onNodeDoubleClick={editNode}
          colorMode={scheme}
          fitView
          fitViewOptions={view ?? fit()}
          minZoom={0.1}
          maxZoom={2}
          nodesDraggable={!still}
          nodesConnectable={!still}
          edgesReconnectable={!still}
          edgesFocusable={false}
          deleteKeyCode={null}
          selectionKeyCode="Shift"
          multiSelectionKeyCode={ADD_KEYS}
          selectionMode={SelectionMode.Partial}
          zoomOnDoubleClick={false}
          // Only a click opens the panel, which narrows the drawing; a drag does not.
          selectNodesOnDrag={false}
          nodeDragThreshold={4}
          nodeClickDistance={4}
          panOnScroll
          onlyRenderVisibleElements={flow.length > MANY}
          ariaLabelConfig={labels}
          proOptions={PRO}
        >
          <Far />
          {!phone && <StepMap />}
          <FitUntilTouched canvas={canvas} view={view} places={places} />
        </ReactFlow>
      </Places>
    </LabelLayer>
  )
}

/** Places labels again: the first ones did not know later lines. */
function useSecondLook(places: EdgePlaces, edges: readonly StepEdge[]) {
  const [look, again] = useState(() => ({ places }))
  useEffect(() => {
    if (edges.length > MANY) return
    const timer = setTimeout(() => again({ places }), 100)
    return () => clearTimeout(timer)
  }, [places, edges])
  return look
}

/** Larger graphs open at the step in the address, which would be too small among all. */
const FEW = 12

/** Undefined to fit all steps; phones show those around the start, since all would be too small. */
function firstView({ first, phone, flow }: DrawingProps) {
  const nodes = first && (phone || flow.length > FEW) ? [{ id: first }] : phone ? shownOnPhone(flow) : []
  if (nodes.length === 0) return undefined
  if (!phone) return { ...fit(), nodes }
  return { ...fit(), padding: nodes.length === 1 ? UPPER : BELOW_HINT, nodes, maxZoom: 0.8 }
}

/** Panels mount after the drawing: fits everything until the user moves it. */
function FitUntilTouched({
  canvas,
  view,
  places,
}: Pick<DrawingProps, 'canvas'> & { view: ReturnType<typeof firstView>; places: { readonly places: EdgePlaces } }) {
  const { fitView } = useReactFlow()
  const fitAll = useFitAll()
  // Node heights depend on their content.
  const drawn = useNodesInitialized()
  const touched = useRef(false)
  useEffect(() => {
    const element = canvas.current
    if (!element || !drawn || touched.current) return
    const observer = new ResizeObserver(() => void (view ? fitView(view) : fitAll(places.places)))
    const stop = () => {
      touched.current = true
      observer.disconnect()
    }
    observer.observe(element)
    const touches = ['pointerdown', 'wheel', 'keydown'] as const
    for (const touch of touches) element.addEventListener(touch, stop, { once: true, capture: true })
    return () => {
      observer.disconnect()
      for (const touch of touches) element.removeEventListener(touch, stop, { capture: true })
    }
  }, [canvas, view, fitView, fitAll, drawn, places])
  return null
}

/** Zoom levels below which only names and labels, or only names, are readable. */
const [NAMES_AND_LABELS, NAMES] = [0.65, 0.45]
/** The most names and labels are enlarged at low zoom; their boxes stay. */
const GROWN = 1.8

/** Sets attributes by zoom level. */
function Far() {
  const zoom = useStore((state) => Math.min(1, Math.floor(state.transform[2] * 20) / 20))
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const drawing = mark.current?.closest<HTMLElement>('.react-flow')
    drawing?.toggleAttribute('data-small', zoom < NAMES_AND_LABELS)
    drawing?.toggleAttribute('data-far', zoom < NAMES)
    drawing?.style.setProperty('--grown', String(Math.min(GROWN, Math.max(1, 1 / zoom))))
  }, [zoom])
  return <span ref={mark} hidden />
}

const DIRECTIONS = { up: 1, down: 1, left: 1, right: 1 } as const

function useLabels() {
  const { t } = useTranslation()
  const looks = useReadOnly()
  return useMemo(
    () => ({
      'node.a11yDescription.default': t(looks ? 'studio.canvas.describeNodeLook' : 'studio.canvas.describeNode'),
      'node.a11yDescription.keyboardDisabled': t(
        looks ? 'studio.canvas.describeNodeLook' : 'studio.canvas.describeNode',
      ),
      'node.a11yDescription.ariaLiveMessage': ({ direction }: { direction: string }) =>
        direction in DIRECTIONS ? t(`studio.canvas.moved.${direction as keyof typeof DIRECTIONS}`) : '',
      'edge.a11yDescription.default': t(looks ? 'studio.canvas.describeEdgeLook' : 'studio.canvas.describeEdge'),
      'minimap.ariaLabel': t('studio.canvas.minimap'),
      'handle.ariaLabel': t('studio.canvas.handle'),
    }),
    [t, looks],
  )
}
