// What every editor of a node needs to know: the graph, the words of the agent, what is wrong.
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { graphProblems, knownVariables, type Problem } from '@parlance/engine/graph/problems'
import { stepLabels } from '@parlance/engine/graph/step-names'
import type { Tool } from '@parlance/contract/tools/schemas'
import { createContext, use, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { labelled } from '../../../components/content/locale.ts'
import { useWholeLibrary } from '../../../lib/use-tool-library.ts'
import { useDraft } from '../draft/draft.tsx'
import type { Vocabulary } from './mentions.ts'
import { useGraph, type Graph } from './use-graph.ts'

export type KnownTool = Pick<Tool, 'id' | 'name' | 'description' | 'disabled'> & {
  from: 'agent' | 'library'
  fields: Tool['fields']
}

export interface Studio extends Graph {
  /** What nodes are called on screen, by id. */
  nameOf: (id: string) => string
  /** Names where one of many is chosen: those that share a name say more. */
  labelOf: (id: string) => string
  words: Vocabulary
  /** The agent's own and those of the library that it uses. */
  tools: readonly KnownTool[]
  problems: readonly Problem[]
}

const StudioContext = createContext<Studio | undefined>(undefined)

export function useStudio(): Studio {
  const studio = use(StudioContext)
  if (!studio) throw new Error('useStudio is for parts of the Prompt and Canvas view')
  return studio
}

/** The same object while its content is the same. */
function useSame<T>(value: T): T {
  const text = JSON.stringify(value)
  return useMemo(() => JSON.parse(text) as T, [text])
}

export function StudioProvider({ children }: { children: ReactNode }) {
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
  const problems = useMemo(() => graphProblems(config, { functions }), [config, functions])
  const studio = {
    ...graph,
    words,
    tools,
    problems,
    nameOf: (id: string) => names.get(id) ?? t('studio.gone'),
    labelOf: (id: string) => labels.get(id) ?? t('studio.gone'),
  }
  return <StudioContext value={studio}>{children}</StudioContext>
}

const NO_TOOLS: readonly Tool[] = []

/** The workspace's library; nothing while it is not known. */
const useFunctions = (ids: readonly string[]): readonly Tool[] => useWholeLibrary(ids.length > 0).data ?? NO_TOOLS

/** What a text of the node may be called by to a screen reader: «Start: Instructions». */
export const labelIn = (studio: Studio, node: AgentNode, what: string): string => labelled(studio.nameOf(node.id), what)
