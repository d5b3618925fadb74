// Rendered nodes and edges with selection and drag; only finished changes reach the draft.
import type { Place } from '@parlance/engine/graph/layout'
import type { AgentNode, Edge } from '@parlance/contract/agents/nodes'
import { applyEdgeChanges, applyNodeChanges, type EdgeChange, type NodeChange } from '@xyflow/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../draft/draft.tsx'
import { useGraphEditor } from '../prompt/graph-editor.tsx'
import { useStableCallback } from '../../../lib/use-stable.ts'
import { edgeLabel } from '../prompt/transitions/edge-conditions.ts'
import { flowEdges, flowNodes, type Drawn, type Selection, type StepEdge, type StepNode } from './flow.ts'

export const NOTHING: Selection = { nodes: [], edges: [] }

export function useFlow(first: Selection) {
  const { t } = useTranslation()
  const { agentId } = useDraft()
  const editor = useGraphEditor()
  const { nodes, problems, nameOf, tools, asked } = editor
  const drawn = useMemo<Drawn>(
    () => ({
      nodes,
      problems,
      agentId,
      nameOf,
      toolName: (id) => tools.find((tool) => tool.id === id)?.name ?? id,
      labelOf: (node, name, level) => {
        const label = t('studio.canvas.node', { kind: t(`agents.prompt.type.${node.type}`), name })
        return level ? `${label}, ${t(`studio.problems.${level}`)}` : label
      },
      role: t('studio.canvas.role'),
    }),
    // Names derive from the nodes.
    // oxlint-disable-next-line react/exhaustive-deps
    [nodes, problems, tools, agentId, t],
  )
  const label = (edge: Edge, node: AgentNode, id: string) => edgeLabel(t, edge, node, asked.has(id))
  const [flow, setFlow] = useState(() => flowNodes(drawn, [], new Set(first.nodes)))
  const [edges, setEdges] = useState(() => flowEdges(drawn, label, []))
  const selected = useRef<ReadonlySet<string>>(new Set(first.nodes))
  // Merges measurements and selection into the graph.
  useEffect(() => {
    setFlow((before) => flowNodes(drawn, before, selected.current))
    setEdges((before) => flowEdges(drawn, label, before))
    // Otherwise labels depend only on the language.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [drawn, asked])

  const select = useStableCallback((next: Selection) => {
    selected.current = new Set(next.nodes)
    const chosen = new Set(next.edges)
    setEdges((before) =>
      before.map((edge) =>
        Boolean(edge.selected) === chosen.has(edge.id) ? edge : { ...edge, selected: chosen.has(edge.id) },
      ),
    )
    setFlow((before) => flowNodes(drawn, before, selected.current))
  })
  const onNodesChange = useStableCallback((changes: NodeChange<StepNode>[]) => {
    const kept = changes.filter(({ type }) => type !== 'remove')
    setFlow((before) => applyNodeChanges(kept, before))
    if (kept.some(({ type }) => type === 'select')) {
      const ids = new Set(selected.current)
      for (const change of kept) {
        if (change.type !== 'select') continue
        if (change.selected) ids.add(change.id)
        else ids.delete(change.id)
      }
      selected.current = ids
    }
    const moved = kept.flatMap((change): [string, Place][] =>
      change.type === 'position' && change.dragging !== true && change.position ? [[change.id, change.position]] : [],
    )
    if (moved.length > 0) editor.act({ type: 'move', places: Object.fromEntries(moved) })
  })
  const onEdgesChange = useStableCallback((changes: EdgeChange<StepEdge>[]) => {
    const kept = changes.filter(({ type }) => type !== 'remove')
    setEdges((before) => applyEdgeChanges(kept, before))
  })
  const ids = useSameList(flow.flatMap(({ id, selected: on }) => (on ? [id] : [])))
  const there = useSameList(edges.flatMap(({ id, selected: on }) => (on ? [id] : [])))
  const selection = useMemo<Selection>(() => ({ nodes: ids, edges: there }), [ids, there])
  return { flow, edges, selection, select, onNodesChange, onEdgesChange }
}

/** A stable list while it holds the same ids. */
function useSameList(ids: readonly string[]): readonly string[] {
  const text = ids.join('\n')
  return useMemo(() => (text === '' ? [] : text.split('\n')), [text])
}
