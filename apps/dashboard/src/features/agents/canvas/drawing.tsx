// The drawing: steps, transitions, minimap and controls.
import { Button, Text, Title, useComputedColorScheme, VisuallyHidden } from '@mantine/core'
import type { NodeKind } from '@parlance/engine/graph/graph-edit'
import { NODE_SIZE, type Place } from '@parlance/engine/graph/layout'
import { IconPlus } from '@tabler/icons-react'
import { MarkerType, ReactFlow, SelectionMode, useNodesInitialized } from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './canvas.module.css'
import { cardDetail, farLines, labelScale, type Detail } from './zoom-detail.ts'
import { EdgeLook, FlowEdge, LabelLayer, type EdgePlaces, type Look } from './flow-edge.tsx'
import type { StepEdge, StepNode } from './flow.ts'
import { CardDetail, FlowNode } from './flow-node.tsx'
import { Palette } from './kind-list.tsx'
import type { CanvasActions } from './use-actions.ts'
import type { useFlow } from './use-flow.ts'
import { useClipboard, useConnecting, useDropped } from './use-gestures.tsx'
import { useStableCallback } from '../../../lib/use-stable.ts'
import { useZoomDetail } from './use-zoom-detail.ts'
import { useConnectMode } from './use-connect-mode.ts'
import { useKeys } from './use-keys.ts'
import { margins, useOpen, type Opening } from './fit.ts'
import { around } from './geometry.ts'
import { StepMap } from './step-map.tsx'
import { LEAST_ZOOM, wholeView } from './opening-view.ts'
import { ZoomControls } from './zoom-controls.tsx'
import { useReadOnly } from '../../../components/feedback/read-only.tsx'

const NODE_TYPES = { step: FlowNode }
const EDGE_TYPES = { step: FlowEdge }
const EDGE_OPTIONS = {
  markerEnd: { type: MarkerType.ArrowClosed, width: 18, height: 18, color: 'var(--xy-edge-stroke)' },
}
const FIRST_FIT = { maxZoom: 1 }
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
  const connecting = useConnecting(dropped.open, actions)
  const mode = useConnectMode(actions, selection)
  const [moved, setMoved] = useState('')
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
      connect: mode.begin,
      move: (id, by) => {
        actions.move(id, by)
        setMoved(t(`studio.canvas.moved.${directionOf(by)}`))
      },
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
      onKeyDownCapture={mode.onKeyDownCapture}
      onPointerMove={({ clientX: x, clientY: y }) => props.onPointer({ x, y })}
      {...clipboard}
      {...(still ? {} : dropped.target)}
    >
      <VisuallyHidden aria-live="polite">
        {chosen > 1 ? t('studio.canvas.selected', { count: chosen }) : ''}
      </VisuallyHidden>
      <VisuallyHidden aria-live="polite">{mode.done}</VisuallyHidden>
      <VisuallyHidden aria-live="polite">{moved}</VisuallyHidden>
      <Flow {...props} still={still} connecting={connecting} onStep={mode.finish} />
      <div aria-live="polite">
        {mode.hint && <p className={`${classes.readOnly} ${classes.connecting}`}>{mode.hint}</p>}
      </div>
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
  onStep: (id: string) => void
  /** Read-only. */
  still: boolean
}

function Flow({ connecting, still, onStep, ...props }: FlowProps) {
  const scheme = useComputedColorScheme('light')
  const labels = useLabels()
  const { phone, flow, canvas } = props
  const [layer, setLayer] = useState<Element | null>(null)
  // Changed props make React Flow process all nodes and edges, in a drag on every frame.
  const begin = useStableCallback(() =>
    setLayer(canvas.current?.querySelector('.react-flow__edgelabel-renderer') ?? null),
  )
  const focusCanvas = useStableCallback(() => canvas.current?.focus())
  const clickNode = useStableCallback((_: unknown, { id }: StepNode) => onStep(id))
  const editNode = useStableCallback((_: unknown, { id }: StepNode) => props.onEdit(id))
  const [opening] = useState(() => openingOf(props))
  const detail = useZoomDetail(useState(() => likelyZoom(props, opening))[0])
  const look = useEdgeLook(props.places, props.edges, labelScale(detail))
  return (
    <LabelLayer value={layer}>
      <EdgeLook value={look}>
        <CardDetail value={cardDetail(detail)}>
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
            onNodeClick={clickNode}
            onNodeDoubleClick={editNode}
            colorMode={scheme}
            fitView
            fitViewOptions={FIRST_FIT}
            minZoom={LEAST_ZOOM}
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
            <DetailMark detail={detail} />
            {!phone && <StepMap />}
            <OpenUntilTouched canvas={canvas} opening={opening} look={look} />
          </ReactFlow>
        </CardDetail>
      </EdgeLook>
    </LabelLayer>
  )
}

/** Places labels again at another scale, and once more: the first ones did not know later lines. */
function useEdgeLook(places: EdgePlaces, edges: readonly StepEdge[], scale: number): Look {
  const [round, again] = useReducer((rounds: number) => rounds + 1, 0)
  useEffect(() => {
    if (edges.length > MANY) return
    const timer = setTimeout(again, 100)
    return () => clearTimeout(timer)
  }, [places, edges, scale])
  return useMemo<Look & { round: number }>(() => ({ places, scale, round }), [places, scale, round])
}

/** Larger graphs open at the step in the address, which would be too small among all. */
const FEW = 12
const READABLE = { phone: 0.6, step: 0.8 } as const

/** Phones show what is around the start: all would be too small. */
function openingOf({ first, phone, flow }: DrawingProps): Opening {
  if (!phone) return { step: first, readable: first && flow.length > FEW ? READABLE.step : 0, sheet: 0 }
  // A step in the address opens its sheet.
  return { step: first, readable: READABLE.phone, sheet: first ? window.innerHeight * 0.6 : 0 }
}

/** The zoom of the opening, estimated before anything is drawn. */
function likelyZoom({ flow }: DrawingProps, { readable }: Opening): number {
  const all = around(flow.map(({ position }) => ({ ...position, ...NODE_SIZE })))
  const { innerWidth: width, innerHeight: height } = window
  return Math.max(readable, wholeView(all, { width, height, margins: margins() }).zoom)
}

/** The most changes of labels the drawing is fitted to. */
const FITS = 4

/** Panels and labels come after the drawing: shows the opening until the user moves it. */
function OpenUntilTouched({ canvas, opening, look }: Pick<DrawingProps, 'canvas'> & { opening: Opening; look: Look }) {
  const open = useOpen()
  // Labels need the steps' sizes.
  const drawn = useNodesInitialized()
  const touched = useRef(false)
  const fits = useRef(0)
  useLayoutEffect(() => {
    const element = canvas.current
    if (!element || !drawn || touched.current) return
    const show = () => open(look.places, opening)
    fits.current += 1
    if (fits.current <= FITS) show()
    let observed = false
    const observer = new ResizeObserver(() => {
      if (observed) show()
      observed = true
    })
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
  }, [canvas, opening, open, drawn, look])
  return null
}

/** Tells the style sheet the detail. */
function DetailMark({ detail: { level, scale } }: { detail: Detail }) {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const drawing = mark.current?.closest<HTMLElement>('.react-flow')
    drawing?.setAttribute('data-detail', level)
    drawing?.style.setProperty('--scale', String(scale))
    drawing?.style.setProperty('--far-lines', String(farLines(scale)))
  }, [level, scale])
  return <span ref={mark} hidden />
}

const directionOf = ({ x, y }: Place) => (x < 0 ? 'left' : x > 0 ? 'right' : y < 0 ? 'up' : 'down')

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
