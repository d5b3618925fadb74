// The Canvas view: toolbar, drawing and details panel.
import { useMantineTheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { NODE_SIZE, type Place } from '@parlance/engine/graph/layout'
import type { Problem } from '@parlance/engine/graph/problems'
import { useReactFlow } from '@xyflow/react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useSideSlot } from '../../../components/layout/side-slot.tsx'
import { useSearchParam } from '../../../lib/link.tsx'
import { useGraphEditor } from '../prompt/graph-editor.tsx'
import { useUndoKeys } from '../prompt/undo-redo.tsx'
import { useStableCallback } from '../../../lib/use-stable.ts'
import classes from './canvas.module.css'
import { Drawing } from './drawing.tsx'
import { edgeId, edgeOf, type Selection, type StepEdge, type StepNode } from './flow.ts'
import type { EdgePlaces } from './flow-edge.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { DETAILS, PANEL_ID, SidePanel } from './side-panel.tsx'
import { Toolbar } from './toolbar.tsx'
import { useCanvasActions } from './use-actions.ts'
import { NOTHING, useFlow } from './use-flow.ts'
import { margins, motion, useFitAll, useWholeView } from './fit.ts'

export function Canvas() {
  const shared = useCanvas()
  const { phone, problemsOpen, drawing, canvas, find, help, actions, goTo, stable } = shared
  const { selection, select } = drawing
  const { show } = useSideSlot()
  return (
    <div className={classes.page} onKeyDown={shared.undoKeys} role="presentation">
      <Toolbar
        phone={phone}
        problemsOpen={problemsOpen}
        find={find}
        onFind={stable.find}
        onArrange={stable.arrange}
        onProblems={stable.toggleProblems}
        onHelp={stable.help}
      />
      <div className={classes.stage}>
        <Drawing
          {...drawing}
          {...{ phone, canvas, actions, first: shared.first, places: shared.places }}
          onPointer={shared.onPointer}
          onEdit={(id) => {
            select({ nodes: [id], edges: [] })
            show(DETAILS)
            focusPanel()
          }}
          onClear={stable.close}
          onFind={() => find.current?.focus()}
          onFit={shared.show}
          onHelp={stable.help}
        />
        <SidePanel
          selection={selection}
          problems={problemsOpen}
          phone={phone}
          onClose={stable.close}
          onPick={stable.pick}
          onSelect={goTo}
          onDuplicate={stable.duplicate}
          onRemove={stable.remove}
          drawn={actions.drawn}
          onDrawnSeen={stable.forgetDrawn}
        />
      </div>
      <Shortcuts opened={help} onClose={stable.closeHelp} />
    </div>
  )
}

/** Shared state of toolbar, drawing and panel. */
function useCanvas() {
  const theme = useMantineTheme()
  const phone = useMediaQuery(`(max-width: ${theme.breakpoints.sm})`, false, { getInitialValueInEffect: false })
  const [named, setNamed] = useSearchParam('node')
  const [problemsParam, setProblems] = useSearchParam('problems')
  const first = useState(() => ({ nodes: named ? [named] : [], edges: [] }))[0]
  const drawing = useFlow(first)
  const { selection, select } = drawing
  const canvas = useRef<HTMLDivElement>(null)
  const pointer = useRef<Place>(undefined)
  const find = useRef<HTMLInputElement>(null)
  const [help, setHelp] = useState(false)
  const [places] = useState<EdgePlaces>(() => new Map())
  const actions = useCanvasActions({ selection, select, canvas, pointer, places })
  const { goTo, show } = useGoing(select, places)
  const undoKeys = useUndoKeys()
  const onPointer = useStableCallback((place: Place) => {
    pointer.current = place
  })
  const only = selection.nodes.length === 1 ? selection.nodes[0] : undefined
  // Keeps the selected step in the address, for links and for the Prompt view.
  useEffect(() => setNamed(only), [only, setNamed])
  useInView(useAt(selection), canvas, places)
  const problemsOpen = problemsParam === 'true'
  const stable = useStableActions({
    close: () => {
      const [step] = selection.nodes
      select(NOTHING)
      setProblems(undefined)
      canvas.current?.focus()
      // React Flow takes the focus from a step on Escape.
      if (step) setTimeout(() => focusOn(canvas, step), 50)
    },
    find: (id) => {
      goTo(id)
      // After the view has moved; its keys act on the step.
      setTimeout(() => focusOn(canvas, id), 300)
    },
    pick: ({ nodeId, edge }: Problem) => {
      if (!nodeId) return
      goTo(nodeId)
      if (edge !== undefined) select({ nodes: [], edges: [edgeId(nodeId, edge)] })
    },
    toggleProblems: () => {
      setProblems(problemsOpen ? undefined : 'true')
      if (!problemsOpen) select(NOTHING)
    },
    arrange: () => void actions.arrangeAll(),
    help: () => setHelp(true),
    closeHelp: () => setHelp(false),
    duplicate: () => actions.duplicate(),
    remove: () => actions.remove(),
    forgetDrawn: actions.forgetDrawn,
  })
  return {
    phone,
    problemsOpen,
    first: first.nodes[0],
    places,
    drawing,
    canvas,
    onPointer,
    find,
    help,
    actions,
    goTo,
    show,
    undoKeys,
    stable,
  }
}

/** Focuses a step, or the canvas if it is gone. */
function focusOn(canvas: RefObject<HTMLDivElement | null>, step: string | undefined): void {
  const node = step && canvas.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(step)}"]`)
  ;(node || canvas.current)?.focus({ preventScroll: true })
}

/** The panel mounts with the next render. */
function focusPanel(): void {
  setTimeout(() => {
    document.querySelector<HTMLElement>(`#${PANEL_ID} input, [role="dialog"] input`)?.focus()
  }, 50)
}

/** The step being edited; a new connection counts for its source. */
function useAt({ nodes: chosen, edges }: Selection): string | undefined {
  const { nodes, stay } = useGraphEditor()
  const ends = edges.flatMap((id) => {
    const { from, at } = edgeOf(id)
    return [from, nodes.find((node) => node.id === from)?.childrenNodes[at]?.nodeId ?? '']
  })
  const here = useStableCallback(() => stay([...chosen, ...edges, ...ends]))
  // A step is left by selecting something else, not by other changes.
  useEffect(here, [chosen, edges, here])
  if (chosen.length > 0) return chosen.length === 1 ? chosen[0] : undefined
  return edges.length === 1 ? ends[1] : undefined
}

/** The most the drawing shrinks to fit next to the panel. */
const SMALLER = 0.6

/** When the opening panel hides the selected step, fits all steps, or at least centres that one. */
function useInView(nodeId: string | undefined, canvas: RefObject<HTMLDivElement | null>, places: EdgePlaces) {
  const flow = useReactFlow<StepNode, StepEdge>()
  const whole = useWholeView()
  useEffect(() => {
    if (!nodeId) return
    // After the panel is open; a step found by search is centred.
    const timer = setTimeout(() => {
      const node = flow.getNode(nodeId)
      const box = canvas.current?.getBoundingClientRect()
      if (!node || !box) return
      const view = flow.getViewport()
      const { top, right, bottom, left } = margins()
      const by = (from: number, size: number, start: number, end: number) =>
        from < start || size > end - start ? start - from : Math.min(0, end - from - size)
      const { width = NODE_SIZE.width, height = NODE_SIZE.height } = node.measured ?? {}
      const x = by(node.position.x * view.zoom + view.x, width * view.zoom, left, box.width - right)
      const y = by(node.position.y * view.zoom + view.y, height * view.zoom, top, box.height - bottom)
      if (x === 0 && y === 0) return
      const all = whole(places)
      const next = all && all.zoom >= view.zoom * SMALLER ? all : { ...view, x: view.x + x, y: view.y + y }
      void flow.setViewport(next, motion(150))
    }, 250)
    return () => clearTimeout(timer)
  }, [nodeId, canvas, flow, whole, places])
}

/** Selects and centres a step, or fits all of them. */
function useGoing(select: (selection: Selection) => void, places: EdgePlaces) {
  const flow = useReactFlow<StepNode, StepEdge>()
  const goTo = useStableCallback((id: string) => {
    select({ nodes: [id], edges: [] })
    requestAnimationFrame(() => void flow.fitView({ nodes: [{ id }], maxZoom: 1, minZoom: 0.6, ...motion(200) }))
  })
  const fitAll = useFitAll()
  const show = useStableCallback(() => fitAll(places, 200))
  return { goTo, show }
}

interface StableActions {
  close: () => void
  find: (id: string) => void
  pick: (problem: Problem) => void
  toggleProblems: () => void
  arrange: () => void
  help: () => void
  closeHelp: () => void
  duplicate: () => void
  remove: () => void
  forgetDrawn: () => void
}

/** Stable callbacks, so that a drag does not rerender toolbar and panel. */
const useStableActions = (actions: StableActions): StableActions => ({
  close: useStableCallback(actions.close),
  find: useStableCallback(actions.find),
  pick: useStableCallback(actions.pick),
  toggleProblems: useStableCallback(actions.toggleProblems),
  arrange: useStableCallback(actions.arrange),
  help: useStableCallback(actions.help),
  closeHelp: useStableCallback(actions.closeHelp),
  duplicate: useStableCallback(actions.duplicate),
  remove: useStableCallback(actions.remove),
  forgetDrawn: useStableCallback(actions.forgetDrawn),
})
