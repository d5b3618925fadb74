// Helpers for writing template graphs.
import type { AgentConfig, TemplateId } from '@parlance/contract/agents/schemas'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { DEFAULT_LANGUAGE, type Language } from '@parlance/contract/accounts/languages'
import type { TemplateWords } from './words/template-words.ts'

/** A template's texts for visitors; `items` by node id. */
type Spoken = Pick<AgentConfig, 'description'> &
  Required<Pick<AgentConfig, 'vg_initMessages'>> &
  Pick<Partial<AgentConfig>, 'UIhandoffTitle' | 'UIhandoffSubtitle'> & {
    readonly items?: Readonly<Record<string, AgentNode['items']>>
    /** Labels of buttons that lead from one node to another, by both ids. */
    readonly leads?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  }

/** A template: one graph, with texts per language. */
export type Template<Id extends TemplateId> = Pick<AgentConfig, 'nodes'> &
  Required<Pick<AgentConfig, 'vg_systemPrompt' | 'vg_temperature'>> &
  Pick<AgentConfig, 'vg_kbTopChunks'> & { readonly says: (words: TemplateWords[Id]) => Spoken }

/** The template's configuration in a language; a fresh copy on every call. */
export function inWords<Id extends TemplateId>(
  { says, ...graph }: Template<Id>,
  words: TemplateWords[Id],
  language: Language,
) {
  const { items = {}, leads = {}, ...texts } = says(words)
  const { nodes, ...rest } = structuredClone(graph)
  // Conditions are English and include the translated label, so that no model has to translate a button.
  const named = (from: string, { nodeId, condition }: AgentNode['childrenNodes'][number]) => {
    const buttons = language === DEFAULT_LANGUAGE ? undefined : leads[from]?.[nodeId]
    return {
      nodeId,
      condition: buttons ? `${condition} (${buttons.map((name) => `“${name}”`).join(', ')})` : condition,
    }
  }
  const spoken = (each: AgentNode): AgentNode => ({
    ...each,
    items: items[each.id] ?? each.items,
    childrenNodes: each.childrenNodes.map((child) => named(each.id, child)),
  })
  return { ...rest, ...texts, nodes: nodes.map(spoken) }
}

type NodePart = Pick<AgentNode, 'id' | 'name' | 'type'> & Partial<AgentNode>

/** A node with the schema's defaults. */
export const node = (part: NodePart): AgentNode => ({
  instructions: '',
  voiceInstructions: '',
  isGlobal: false,
  globalCondition: '',
  toolsIds: [],
  childrenNodes: [],
  mcpServers: [],
  variables: [],
  items: [],
  ...part,
})

/** A node's position. Three columns and rows fill a screen and leave room for conditions between the nodes. */
export const at = (column: number, row: number) => ({ x: column * 500, y: row * 300 })

export const to = (nodeId: string, condition: string) => ({ nodeId, condition })

/** Buttons that send their name as the visitor's message. */
export const choice = (message: string, ...names: readonly string[]): AgentNode['items'][number] => ({
  type: 'choice',
  message,
  buttons: names.map((name) => ({ name, request: { type: 'text', payload: name } })),
})

/** A variable of a collect node. */
export const ask = (
  name: string,
  type: AgentNode['variables'][number]['type'],
  description: string,
  required = true,
): AgentNode['variables'][number] => ({ name, type, description, required, options: [] })
