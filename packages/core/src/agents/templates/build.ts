// Short forms for writing a template's graph by hand.
import type { AgentConfig } from '../agents.ts'
import type { AgentNode } from '../nodes.ts'

export type TemplateContent = Pick<AgentConfig, 'description' | 'nodes'> &
  Required<Pick<AgentConfig, 'vg_systemPrompt' | 'vg_initMessages' | 'vg_temperature'>> &
  Partial<AgentConfig>

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
