// Context of node editors: graph, vocabulary and problems.
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { graphProblems, knownVariables, type Problem } from '@parlance/engine/graph/problems'
import { stepLabels } from '@parlance/engine/graph/step-names'
import type { Tool } from '@parlance/contract/tools/schemas'
import type { GraphAction } from '@parlance/engine/graph/graph-edit'
import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { labelled } from '../../../components/content/locale.ts'
import { useWholeLibrary } from '../../../lib/tools.ts'
import { useDraft } from '../draft/draft.tsx'
import type { Vocabulary } from './text/mentions.ts'
import classes from './prompt.module.css'
import { useGraph, type Graph } from './use-graph.ts'
import { edgeKey, useSettledProblems } from './use-settled-problems.ts'

export type KnownTool = Pick<Tool, 'id' | 'name' | 'description' | 'disabled'> & {
  from: 'agent' | 'library'
  fields: Tool['fields']
}

export interface GraphEditor extends Graph {
  /** Display names of nodes by id. */
  nameOf: (id: string) => string
  /** Names in lists of choices: duplicates get details. */
  labelOf: (id: string) => string
  words: Vocabulary
  /** The agent's tools and its library functions. */
  tools: readonly KnownTool[]
  /** Problems to show; nothing is marked while it is being edited. */
  problems: readonly Problem[]
  /** Marks steps and connections as being edited; others count as left. */
  stay: (keys: readonly string[]) => void
  /** Connections whose condition is being written. */
  asked: ReadonlySet<string>
  ask: (key: string, on: boolean) => void
}

const GraphEditorContext = createContext<GraphEditor | undefined>(undefined)

export function useGraphEditor(): GraphEditor {
  const editor = use(GraphEditorContext)
  if (!editor) throw new Error('useGraphEditor is for parts of the Prompt and Canvas view')
  return editor
}

/** A stable object while its content is the same. */
function useSame<T>(value: T): T {
  const text = JSON.stringify(value)
  return useMemo(() => JSON.parse(text) as T, [text])
}

export function GraphEditorProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { config } = useDraft()
  const graph = useGraph()
  const functions = useFunctions(config.functionsIds)
  const names = useMemo(
    () => new Map(config.nodes.map((node) => [node.id, node.name.trim() || t('agents.prompt.unnamed')])),
    [config.nodes, t],
  )
  const labels = useMemo(
    () => stepLabels(config.nodes, ({ name }) => name.trim() || t('agents.prompt.unnamed')),
    [config.nodes, t],
  )
  const tools = useMemo<KnownTool[]>(
    () => [
      ...config.tools.map((tool) => ({ ...tool, from: 'agent' as const })),
      ...config.functionsIds.map((id) => {
        const tool = functions.find((entry) => entry.id === id)
        const { name = id, description = '', disabled = false, fields = [] } = tool ?? {}
        return { id, name, description, disabled, fields, from: 'library' as const }
      }),
    ],
    [config.tools, config.functionsIds, functions],
  )
  const words = useSame<Vocabulary>({
    variables: [...knownVariables(config, { functions })],
    tools: tools.map(({ name }) => name),
    nodes: [...new Set(config.nodes.flatMap(({ name }) => name.trim() || []))],
  })
  const found = useMemo(() => graphProblems(config, { functions }), [config, functions])
  const { settled: problems, begin, stay, onFocus, onBlur } = useSettledProblems(found)
  const [asked, ask] = useKeys()
  const act = (action: GraphAction): boolean => {
    const done = graph.act(action)
    if (done) begin(addedBy(action, graph.nodes))
    return done
  }
  const editor = {
    ...graph,
    act,
    stay,
    asked,
    ask,
    words,
    tools,
    problems,
    nameOf: (id: string) => names.get(id) ?? t('studio.gone'),
    labelOf: (id: string) => labels.get(id) ?? t('studio.gone'),
  }
  return (
    <GraphEditorContext value={editor}>
      <div className={classes.studio} onFocus={onFocus} onBlur={onBlur} role="presentation">
        {children}
      </div>
    </GraphEditorContext>
  )
}

/** What a user has to fill in after an action. */
function addedBy(action: GraphAction, nodes: readonly AgentNode[]): string[] {
  const next = (from: string) => edgeKey(from, nodes.find(({ id }) => id === from)?.childrenNodes.length ?? 0)
  if (action.type === 'add') return [action.id, ...(action.from ? [next(action.from.id)] : [])]
  if (action.type === 'connect') return [next(action.from)]
  return action.type === 'convert' ? [action.id] : []
}

const NO_KEYS: ReadonlySet<string> = new Set()

function useKeys() {
  const [keys, setKeys] = useState(NO_KEYS)
  const toggle = useCallback((key: string, on: boolean) => {
    setKeys((before) => {
      if (before.has(key) === on) return before
      const next = new Set(before)
      if (on) next.add(key)
      else next.delete(key)
      return next
    })
  }, [])
  return [keys, toggle] as const
}

const NO_TOOLS: readonly Tool[] = []

/** The workspace's library; empty while unknown. */
const useFunctions = (ids: readonly string[]): readonly Tool[] => useWholeLibrary(ids.length > 0).data ?? NO_TOOLS

/** A field's name for screen readers: «Start: Instructions». */
export const labelIn = (editor: GraphEditor, node: AgentNode, what: string): string =>
  labelled(editor.nameOf(node.id), what)
