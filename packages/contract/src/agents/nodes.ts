import { z } from 'zod'
import { Item } from '../items/schemas.ts'
import { VariableName } from './variables.ts'
import { rule } from '../lib/rules.ts'

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
  options: z.array(z.string().max(200)).max(100).default([]),
  /** For numbers their value, for texts their length, for dates days from today. */
  min: z.number().optional(),
  max: z.number().optional(),
})

export const RULE_OPERATORS = [
  'equals',
  'notEquals',
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'greater',
  'greaterOrEqual',
  'less',
  'lessOrEqual',
  'isSet',
  'isNotSet',
] as const
export const EdgeRule = z.object({
  match: z.enum(['all', 'any']).default('all'),
  tests: z
    .array(
      z.object({
        variable: VariableName,
        operator: z.enum(RULE_OPERATORS),
        /** Ignored by isSet and isNotSet; `{variables}` are filled in. */ value: z.string().max(1000).default(''),
      }),
    )
    .min(1)
    .max(20),
})
export type EdgeRule = z.infer<typeof EdgeRule>

/** Variables decide a `rule`, the router model a `condition`; an edge with neither is the node's fallback. */
export const Edge = z.object({
  nodeId: z.string().max(100),
  condition: z.string().max(2000).default(''),
  rule: EdgeRule.optional(),
  on: z.enum(['success', 'failure']).optional(),
})
export type Edge = z.infer<typeof Edge>

export const AgentNode = z.object({
  id: z.string().min(1).max(100),
  name: z.string().max(200).default(''),
  type: z.enum(NODE_TYPES),
  instructions: z.string().max(50_000).default(''),
  voiceInstructions: z.string().max(50_000).default(''),
  isGlobal: z.boolean().default(false),
  globalCondition: z.string().max(2000).default(''),
  toolsIds: z.array(z.string().max(100)).max(100).default([]),
  childrenNodes: z.array(Edge).max(100).default([]),
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
  mcpServers: z.array(z.string().max(100)).max(20).default([]),
  startConfig: z
    .object({ initialMessage: z.string().max(5000).default(''), userStarts: z.boolean().default(false) })
    .optional(),
  variables: z.array(Collected).max(50).default([]),
  /** Shown by a message node, or sent by hand-off and end nodes before they act. `{variables}` are filled in. */
  items: z.array(Item).max(20).default([]),
  /** The call of a tool node; every argument is fixed text with `{variables}`. */
  toolCall: z
    .object({ toolId: z.string().max(100), arguments: z.record(z.string().max(200), z.string().max(5000)).default({}) })
    .optional(),
  rf: z.object({ x: z.number(), y: z.number() }).optional(),
})
export type AgentNode = z.infer<typeof AgentNode>
export const AgentNodes = z
  .array(AgentNode)
  .max(500)
  .refine(
    (nodes) => nodes.length === 0 || nodes.filter((node) => node.type === 'start').length === 1,
    rule('start_node_not_one'),
  )
  .refine((nodes) => new Set(nodes.map((node) => node.id)).size === nodes.length, rule('node_id_duplicate'))
