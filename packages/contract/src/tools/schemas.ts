// HTTP tools with typed fields, their library (Functions), and MCP servers as sources of tools.
import { z } from 'zod'
import { CHANNEL_IDS, type ChannelId } from '../channels/list.ts'
import { messageRef, rule } from '../lib/rules.ts'

export const TOOL_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type ToolChannel = ChannelId

const text = (max: number) => z.string().max(max)
export const ToolName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/, rule('tool_name_invalid'))

export const ToolField = z.object({
  key: z.string().trim().min(1).max(200),
  type: z.enum(['string', 'number', 'integer', 'boolean', 'object', 'array']).default('string'),
  in: z.enum(['body', 'query', 'header', 'path']).default('body'),
  required: z.boolean().default(false),
  description: text(1000).default(''),
  /** `value` is the name of a secret, or a text such as `Bearer {TOKEN}`. It never enters a prompt. */
  isEnv: z.boolean().default(false),
  /** Fixed, with `{variables}` filled in; if set, the model is not asked. */
  value: text(5000).default(''),
  options: z.array(text(200)).max(100).default([]),
  /** For trying the tool; never a secret and never shown to a model. */
  example: text(1000).optional(),
})
export type ToolField = z.infer<typeof ToolField>

/** Parts of the response for the model and the variables; all of it when nothing is mapped. */
export const ResponseMapping = z.object({
  variable: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/),
  /** Dotted path into the JSON response, e.g. `data.items.0.price`; '' is the whole response. */
  path: text(500).default(''),
})
export type ResponseMapping = z.infer<typeof ResponseMapping>

export const Tool = z.object({
  id: z.string().min(1).max(100),
  name: ToolName,
  description: text(2000).default(''),
  method: z.enum(TOOL_METHODS).default('GET'),
  /** With `{key}` for fields in the path. */
  serverUrl: z
    .string()
    .max(2000)
    .regex(/^https?:\/\/[^\s/]\S*$/, rule('url_scheme_invalid')),
  fields: z.array(ToolField).max(100).default([]),
  /** All channels when empty. */
  channels: z.array(z.enum(CHANNEL_IDS)).max(20).default([]),
  isGlobal: z.boolean().default(false),
  disabled: z.boolean().default(false),
  timeoutMs: z.number().int().min(1000).max(60_000).default(10_000),
  responseMapping: z.array(ResponseMapping).max(50).default([]),
})
export type Tool = z.infer<typeof Tool>

export const McpServer = z.object({
  id: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(100),
  url: z
    .string()
    .max(2000)
    .regex(/^https?:\/\/[^\s/]\S*$/, rule('url_scheme_invalid')),
  transport: z.enum(['http', 'sse']).default('http'),
  /** Name of the bearer token under Credentials; none when empty. */
  credential: text(100).default(''),
  /** All tools when empty. */
  allowedTools: z.array(text(128)).max(200).default([]),
  disabled: z.boolean().default(false),
})
export type McpServer = z.infer<typeof McpServer>

const unique = (items: readonly { id: string }[]) => new Set(items.map(({ id }) => id)).size === items.length
export const AgentTools = z
  .array(Tool)
  .max(100)
  .refine(unique, rule('tool_id_duplicate'))
  .refine((tools) => new Set(tools.map(({ name }) => name)).size === tools.length, rule('tool_name_duplicate'))
export const McpServers = z.array(McpServer).max(20).refine(unique, rule('mcp_server_id_duplicate'))

export interface ToolSpec {
  readonly name: string
  readonly description: string
  readonly parameters: Record<string, unknown>
}

/** Result for the trace: secrets are masked, bodies cut. */
export const ToolCallResult = z.object({
  ok: z.boolean(),
  /** HTTP status; 0 without a response. */
  status: z.number().int(),
  durationMs: z.number(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  }),
  /** At most 20,000 characters. */
  response: z.string(),
  error: z.string(),
  errorMessage: messageRef,
  variables: z.record(z.string(), z.unknown()),
})
export type ToolCallResult = z.infer<typeof ToolCallResult>
