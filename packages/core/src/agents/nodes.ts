// The graph of an agent's logic: one list of nodes behind both the Prompt and the Canvas view.
import { z } from 'zod'

export const NODE_TYPES = [
  'start',
  'default',
  'collect',
  'message',
  'condition',
  'tool',
  'handoff',
  'end',
  'note',
] as const
const LlmConfig = z.object({
  model: z.string().max(200).optional(),
  temperature: z.number().min(0).max(2).optional(),
  maxTokens: z.number().int().min(1).max(128_000).optional(),
})
const Collected = z.object({
  name: z.string().min(1).max(100),
  type: z.enum(['text', 'email', 'phone', 'number', 'date', 'time', 'boolean']).default('text'),
  description: z.string().max(1000).default(''),
  required: z.boolean().default(true),
})

export const AgentNode = z.object({
  id: z.string().min(1).max(100),
  name: z.string().max(200).default(''),
  type: z.enum(NODE_TYPES),
  instructions: z.string().max(50_000).default(''),
  voiceInstructions: z.string().max(50_000).default(''),
  isGlobal: z.boolean().default(false),
  toolsIds: z.array(z.string().max(100)).max(100).default([]),
  childrenNodes: z
    .array(z.object({ nodeId: z.string().max(100), condition: z.string().max(2000).default('') }))
    .max(100)
    .default([]),
  llmConfig: LlmConfig.optional(),
  routerLlmConfig: LlmConfig.optional(),
  kb: z
    .object({
      enabled: z.boolean().default(true),
      maxChunks: z.number().int().min(1).max(50).default(5),
      tags: z.array(z.string().max(100)).max(100).default([]),
      smartSearch: z.boolean().default(false),
    })
    .optional(),
  mcpServers: z.array(z.unknown()).max(20).default([]),
  startConfig: z
    .object({ initialMessage: z.string().max(5000).default(''), userStarts: z.boolean().default(false) })
    .optional(),
  /** Variables a collect node asks for until all are filled. */
  variables: z.array(Collected).max(50).default([]),
  /** Position on the canvas. */
  rf: z.object({ x: z.number(), y: z.number() }).optional(),
})
export type AgentNode = z.infer<typeof AgentNode>
export const AgentNodes = z
  .array(AgentNode)
  .max(500)
  .refine(
    (nodes) => nodes.length === 0 || nodes.filter((node) => node.type === 'start').length === 1,
    'An agent has exactly one start node.',
  )
  .refine((nodes) => new Set(nodes.map((node) => node.id)).size === nodes.length, 'Two nodes have the same id.')
