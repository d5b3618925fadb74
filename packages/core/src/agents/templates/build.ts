// Short forms for writing a template's graph by hand.
import type { AgentConfig, TemplateId } from '../agents.ts'
import type { AgentNode } from '../nodes.ts'
import type { TemplateWords } from './words.ts'

/** What visitors read of a template; `items` by the id of the node that shows them. */
type Spoken = Pick<AgentConfig, 'description'> &
  Required<Pick<AgentConfig, 'vg_initMessages'>> &
  Pick<Partial<AgentConfig>, 'UIhandoffTitle' | 'UIhandoffSubtitle'> & {
    readonly items?: Readonly<Record<string, AgentNode['items']>>
  }

/** A template: its graph once, and what visitors read of it in the words of a language. */
export type Template<Id extends TemplateId> = Pick<AgentConfig, 'nodes'> &
  Required<Pick<AgentConfig, 'vg_systemPrompt' | 'vg_temperature'>> &
  Pick<AgentConfig, 'vg_kbTopChunks'> & { readonly says: (words: TemplateWords[Id]) => Spoken }

/** All that a template sets, in the words of a language; fresh on every call. */
export function inWords<Id extends TemplateId>({ says, ...graph }: Template<Id>, words: TemplateWords[Id]) {
  const { items = {}, ...texts } = says(words)
  const { nodes, ...rest } = structuredClone(graph)
  return { ...rest, ...texts, nodes: nodes.map((each) => ({ ...each, items: items[each.id] ?? each.items })) }
}

type NodePart = Pick<AgentNode, 'id' | 'name' | 'type'> & Partial<AgentNode>

/** A node with the schema's defaults for what is not given. */
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

/** Where a node stands on the canvas: columns are 340 apart, rows 200. */
export const at = (column: number, row: number) => ({ x: column * 340, y: row * 200 })

export const to = (nodeId: string, condition: string) => ({ nodeId, condition })

/** Buttons that say their name as the visitor's message. */
export const choice = (message: string, ...names: readonly string[]): AgentNode['items'][number] => ({
  type: 'choice',
  message,
  buttons: names.map((name) => ({ name, request: { type: 'text', payload: name } })),
})

/** A value a collect node asks for. */
export const ask = (
  name: string,
  type: AgentNode['variables'][number]['type'],
  description: string,
  required = true,
): AgentNode['variables'][number] => ({ name, type, description, required, options: [] })
