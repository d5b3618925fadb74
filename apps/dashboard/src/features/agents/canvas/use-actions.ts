// What is done on the canvas with the nodes that are selected.
import { GRAPH_LIMITS, type NodeKind } from '@parlance/engine/graph/graph-edit'
import { NODE_SIZE, placed, type Place } from '@parlance/engine/graph/layout'
import { freeStepName } from '@parlance/engine/graph/step-names'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { useReactFlow } from '@xyflow/react'
import { createElement, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../../i18n/translate-message.ts'
import { dismiss, notify } from '../../../components/feedback/notify.ts'
import { UndoToast } from '../../../components/feedback/undo-toast.tsx'
import { asksForCondition } from '../prompt/edge-mode.ts'
import { leadsOn } from '../prompt/kinds.ts'
import { useStudio } from '../prompt/studio.tsx'
import { newNodeId } from '../prompt/use-graph.ts'
import { nodesFromText, nodesToText } from './clipboard.ts'
import { edgeId, edgeOf, type StepEdge, type StepNode } from './flow.ts'
import { freePlace } from './free-place.ts'

export interface Selection {
  readonly nodes: readonly string[]
  readonly edges: readonly string[]
}

interface Options {
  selection: Selection
  select: (selection: Selection) => void
  /** The drawing on screen. */
  canvas: RefObject<HTMLDivElement | null>
  /** Where the pointer was last, on the screen. */
  pointer: RefObject<Place | undefined>
}

export type CanvasActions = ReturnType<typeof useCanvasActions>
const DELETED = 'steps-deleted'
/** Between a step and the one that follows it: room for the label of the transition. */
const BESIDE = 150

export function useCanvasActions(options: Options) {
  const { selection, select, canvas } = options
  const { t } = useTranslation()
  const studio = useStudio()
  const flow = useReactFlow<StepNode, StepEdge>()

  /** The middle of what is seen, in the graph's coordinates. */
  const middle = (): Place => {
    const box = canvas.current?.getBoundingClientRect()
    const at = flow.screenToFlowPosition({
      x: (box?.left ?? 0) + (box?.width ?? 0) / 2,
      y: (box?.top ?? 0) + (box?.height ?? 0) / 2,
    })
    return { x: at.x - NODE_SIZE.width / 2, y: at.y - NODE_SIZE.height / 2 }
  }
  /** The step that a new one follows: the selected one, or the start as long as it stands alone. */
  const predecessor = (kind: NodeKind): StepNode | undefined => {
    if (kind === 'note') return undefined
    const drawn = flow.getNodes()
    const [id, ...more] = selection.nodes
    const node = more.length > 0 ? undefined : drawn.find((one) => (id ? one.id === id : drawn.length === 1))
    return node && leadsOn(node.data.node.type) ? node : undefined
  }
  /** The transition that was drawn last, until its panel was seen. */
  const [drawn, setDrawn] = useState<string>()
  /** Opens the transition that was just added to `from`, for it asks for its condition. */
  const selectDrawn = (from: AgentNode) => {
    const id = edgeId(from.id, from.childrenNodes.length)
    setDrawn(id)
    // It can be selected once it is in the drawing.
    setTimeout(() => select({ nodes: [], edges: [id] }), 50)
  }
  const add = (kind: NodeKind, at?: Place, after?: string) => {
    const id = newNodeId()
    const follows = at ? undefined : predecessor(kind)
    const wished = follows ? { x: follows.position.x + NODE_SIZE.width + BESIDE, y: follows.position.y } : middle()
    const place = at ?? freePlace(wished, flow.getNodes())
    const from = after ?? follows?.id
    const name = freeStepName(studio.nodes, t(`agents.prompt.type.${kind}`))
    if (studio.nodes.length >= GRAPH_LIMITS.nodes) {
      notify.error(t('studio.canvas.tooMany', { max: GRAPH_LIMITS.nodes }))
      return
    }
    const before = studio.nodes.find((node) => node.id === from)
    if (!studio.act({ type: 'add', id, kind, name, place, ...(from ? { from: { id: from } } : {}) })) return
    if (before && asksForCondition(before)) selectDrawn(before)
    else select({ nodes: [id], edges: [] })
  }
  const remove = () => {
    const count = selection.nodes.length
    const gone = count > 0 && studio.act({ type: 'remove', ids: selection.nodes })
    if (selection.edges.length > 0 && count === 0)
      studio.act({ type: 'disconnect', edges: selection.edges.map(edgeOf) })
    if (count > 0 && !gone) notify.info(t('studio.canvas.startStays'))
    if (gone) {
      const undo = () => {
        studio.undo()
        dismiss(DELETED)
      }
      const text = t('studio.canvas.deleted', { count })
      notify.info(createElement(UndoToast, { text, onUndo: undo }), { id: DELETED, autoClose: 6000 })
    }
    select({ nodes: [], edges: [] })
  }
  const duplicate = () => {
    const ids = selection.nodes.map(newNodeId)
    if (studio.act({ type: 'duplicate', of: selection.nodes, ids })) select({ nodes: ids, edges: [] })
  }
  const connect = (from: string, to: string) => {
    const node = studio.nodes.find(({ id }) => id === from)
    if (node && studio.act({ type: 'connect', from, to }) && asksForCondition(node)) selectDrawn(node)
  }
  const connectSelected = () => {
    const [from, to] = selection.nodes
    if (from && to && selection.nodes.length === 2) connect(from, to)
  }
  return {
    add,
    remove,
    duplicate,
    connect,
    connectSelected,
    drawn,
    forgetDrawn: () => setDrawn(undefined),
    ...useCopying(options, middle),
    ...useArranging(),
  }
}

/** Nodes to and from the clipboard. */
function useCopying({ selection, select, pointer }: Options, middle: () => Place) {
  const { t } = useTranslation()
  const studio = useStudio()
  const flow = useReactFlow<StepNode, StepEdge>()
  const chosen = (): AgentNode[] => studio.nodes.filter(({ id }) => selection.nodes.includes(id))
  const copied = (): string => {
    const places = placed(studio.nodes)
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
    if (studio.act({ type: 'paste', nodes: read.nodes, ids, by })) {
      select({ nodes: ids, edges: [] })
      notify.success(t('studio.canvas.pasted', { count: ids.length }))
    } else notify.error(t('studio.canvas.tooMany', { max: GRAPH_LIMITS.nodes }))
  }
  return { copied, paste }
}

function useArranging() {
  const studio = useStudio()
  const flow = useReactFlow<StepNode, StepEdge>()
  const arrangeAll = async () => {
    const { arrange } = await import('./arrange.ts')
    const sizes = new Map(
      flow.getNodes().flatMap(({ id, measured }) => {
        const { width, height } = measured ?? {}
        return width && height ? [[id, { width, height }] as const] : []
      }),
    )
    studio.act({ type: 'move', places: arrange(studio.nodes, sizes) })
    requestAnimationFrame(() => void flow.fitView({ duration: 200, maxZoom: 1, padding: 0.15 }))
  }
  return { arrangeAll }
}

/** How far to move copied nodes so that their first corner comes to a place. */
function pasteBy(nodes: readonly AgentNode[], to: Place): Place {
  const places = Object.values(placed(nodes))
  return { x: to.x - Math.min(...places.map(({ x }) => x)), y: to.y - Math.min(...places.map(({ y }) => y)) }
}
