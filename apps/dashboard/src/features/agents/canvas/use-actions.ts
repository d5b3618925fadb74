// Canvas actions on the selected nodes.
import { canConnect, GRAPH_LIMITS, type NodeKind } from '@parlance/engine/graph/graph-edit'
import { NODE_GAP, NODE_SIZE, placed, type Place } from '@parlance/engine/graph/layout'
import { freeStepName } from '@parlance/engine/graph/step-names'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { sameConfig } from '@parlance/contract/agents/same-config'
import { useReactFlow } from '@xyflow/react'
import { createElement, useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../../i18n/translate-message.ts'
import { dismiss, notify } from '../../../components/feedback/notify.ts'
import { UndoToast } from '../../../components/feedback/undo-toast.tsx'
import { useDraft } from '../draft/draft.tsx'
import { asksForCondition } from '../prompt/transitions/edge-conditions.ts'
import { useGraphEditor } from '../prompt/graph-editor.tsx'
import { newNodeId } from '../prompt/use-graph.ts'
import { nodesFromText, nodesToText } from './clipboard.ts'
import { edgeId, edgeOf, type Selection, type StepEdge, type StepNode } from './flow.ts'
import type { EdgePlaces } from './flow-edge.tsx'
import { freePlace } from './free-place.ts'
import { findPredecessor } from './predecessor.ts'
import { useFitAll } from './fit.ts'
import { actedOn } from './use-keys.ts'

interface Options {
  selection: Selection
  select: (selection: Selection) => void
  /** The drawing's element. */
  canvas: RefObject<HTMLDivElement | null>
  /** The last pointer position on screen. */
  pointer: RefObject<Place | undefined>
  /** Positions of the transitions. */
  places: EdgePlaces
}

export type CanvasActions = ReturnType<typeof useCanvasActions>
const FREE = 'step-stands-free'

export function useCanvasActions(options: Options) {
  const { selection, select, canvas, places } = options
  const { t } = useTranslation()
  const editor = useGraphEditor()
  const { getState } = useDraft()
  const flow = useReactFlow<StepNode, StepEdge>()

  /** The viewport's centre in graph coordinates. */
  const middle = (): Place => {
    const box = canvas.current?.getBoundingClientRect()
    const at = flow.screenToFlowPosition({
      x: (box?.left ?? 0) + (box?.width ?? 0) / 2,
      y: (box?.top ?? 0) + (box?.height ?? 0) / 2,
    })
    return { x: at.x - NODE_SIZE.width / 2, y: at.y - NODE_SIZE.height / 2 }
  }
  /** The last drawn transition, until its panel was opened. */
  const [drawn, setDrawn] = useState<string>()
  /** Selects the transition just added to `from`, to ask for its condition. */
  const selectDrawn = (from: AgentNode) => {
    const id = edgeId(from.id, from.childrenNodes.length)
    setDrawn(id)
    // It can be selected once rendered.
    setTimeout(() => select({ nodes: [], edges: [id] }), 50)
  }
  /** Next to its predecessor, otherwise at the viewport's centre. */
  const freeBeside = (before: AgentNode | undefined): Place => {
    const steps = flow.getNodes()
    const labels = [...places].flatMap(([id, { label }]) => (label && flow.getEdge(id) ? [label] : []))
    const beside = steps.find((node) => node.id === before?.id)
    if (!beside) return freePlace(middle(), steps, { labels })
    const { x, y } = beside.position
    return freePlace({ x: x + NODE_SIZE.width + NODE_GAP.column, y }, steps, { labels, follows: true })
  }
  const add = (kind: NodeKind, at?: Place, after?: string) => {
    const id = newNodeId()
    const before =
      kind === 'note'
        ? undefined
        : at
          ? editor.nodes.find((node) => node.id === after)
          : findPredecessor(editor.nodes, selection)
    const place = at ?? freeBeside(before)
    const from = before?.id
    const name = freeStepName(editor.nodes, t(`agents.prompt.type.${kind}`))
    if (editor.nodes.length >= GRAPH_LIMITS.nodes) {
      notify.error(t('studio.canvas.tooMany', { max: GRAPH_LIMITS.nodes }))
      return
    }
    if (!editor.act({ type: 'add', id, kind, name, place, ...(from ? { from: { id: from } } : {}) })) return
    if (before && asksForCondition(before)) selectDrawn(before)
    else select({ nodes: [id], edges: [] })
    if (!before && kind !== 'note') notify.info(t('studio.canvas.standsFree'), { id: FREE, autoClose: 6000 })
  }
  const undoOffer = useRef<{ id: string; left: AgentNode[] }>(undefined)
  const withdrawUndo = () => {
    if (undoOffer.current) dismiss(undoOffer.current.id)
    undoOffer.current = undefined
  }
  /** Offered until the next edit, which it would undo instead. */
  const offerUndo = (text: string) => {
    withdrawUndo()
    const undo = () => {
      withdrawUndo()
      if (sameConfig({ nodes: left }, { nodes: getState().config.nodes })) editor.undo()
    }
    const left = getState().config.nodes
    const id = notify.info(createElement(UndoToast, { text, onUndo: undo }), { autoClose: 6000 })
    undoOffer.current = { id, left }
  }
  useEffect(() => {
    const left = undoOffer.current?.left
    if (left && !sameConfig({ nodes: left }, { nodes: getState().config.nodes })) withdrawUndo()
  }, [editor.nodes, getState])
  const remove = (focused?: string) => {
    const { nodes, edges } = actedOn(focused, selection)
    const count = nodes.length
    const gone = count > 0 && editor.act({ type: 'remove', ids: nodes })
    if (count > 0 && !gone) notify.info(t('studio.canvas.startStays'))
    if (gone) offerUndo(t('studio.canvas.deleted', { count }))
    if (count === 0 && edges.length > 0 && editor.act({ type: 'disconnect', edges: edges.map(edgeOf) }))
      offerUndo(t('studio.canvas.disconnected'))
    select({ nodes: [], edges: [] })
  }
  const duplicate = (focused?: string) => {
    const { nodes } = actedOn(focused, selection)
    const ids = nodes.map(newNodeId)
    if (editor.act({ type: 'duplicate', of: nodes, ids })) select({ nodes: ids, edges: [] })
  }
  /** Moves a step that has the focus but is not selected. */
  const move = (id: string, by: Place) => {
    const at = flow.getNode(id)?.position
    if (at) editor.act({ type: 'move', places: { [id]: { x: at.x + by.x, y: at.y + by.y } } })
  }
  const connect = (from: string, to: string) => {
    const node = editor.nodes.find(({ id }) => id === from)
    if (node && editor.act({ type: 'connect', from, to }) && asksForCondition(node)) selectDrawn(node)
  }
  return {
    add,
    remove,
    duplicate,
    move,
    connect,
    canConnect: (from: string, to: string): boolean => {
      const [source, target] = [from, to].map((id) => editor.nodes.find((node) => node.id === id))
      return Boolean(source && target && canConnect(source, target))
    },
    drawn,
    forgetDrawn: () => setDrawn(undefined),
    ...useCopying(options, middle),
    ...useArranging(places),
  }
}

/** Copies nodes to and from the clipboard. */
function useCopying({ selection, select, pointer }: Options, middle: () => Place) {
  const { t } = useTranslation()
  const editor = useGraphEditor()
  const flow = useReactFlow<StepNode, StepEdge>()
  const chosen = (): AgentNode[] => editor.nodes.filter(({ id }) => selection.nodes.includes(id))
  const copied = (): string => {
    const places = placed(editor.nodes)
    const nodes = chosen().map((node): AgentNode => {
      const rf = places[node.id]
      return rf ? { ...node, rf: { ...rf } } : node
    })
    return nodesToText(nodes)
  }
  const paste = async (text: string) => {
    const read = await nodesFromText(text)
    if ('fault' in read) {
      notify.error(t('studio.canvas.badPaste', { reason: translateMessage(read.fault) }))
      return
    }
    const ids = read.nodes.map(newNodeId)
    const by = pasteBy(read.nodes, pointer.current ? flow.screenToFlowPosition(pointer.current) : middle())
    if (editor.act({ type: 'paste', nodes: read.nodes, ids, by })) {
      select({ nodes: ids, edges: [] })
      notify.success(t('studio.canvas.pasted', { count: ids.length }))
    } else notify.error(t('studio.canvas.tooMany', { max: GRAPH_LIMITS.nodes }))
  }
  return { copied, paste }
}

function useArranging(places: EdgePlaces) {
  const editor = useGraphEditor()
  const fitAll = useFitAll()
  const flow = useReactFlow<StepNode, StepEdge>()
  const arrangeAll = async () => {
    const { arrange } = await import('./arrange.ts')
    const labels = new Map(flow.getEdges().map(({ id, data }) => [id, data?.label ?? '']))
    editor.act({ type: 'move', places: arrange(editor.nodes, labels) })
    requestAnimationFrame(() => fitAll(places, 200))
  }
  return { arrangeAll }
}

/** The offset that moves copied nodes to a place. */
function pasteBy(nodes: readonly AgentNode[], to: Place): Place {
  const places = Object.values(placed(nodes))
  return { x: to.x - Math.min(...places.map(({ x }) => x)), y: to.y - Math.min(...places.map(({ y }) => y)) }
}
