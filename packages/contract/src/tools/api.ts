import { z } from 'zod'
import { limitInput, page, pageInput, regional, success } from '../lib/operation.ts'
import { SECRET_MIN } from './mask.ts'
import { McpServer, Tool, ToolCallResult } from './schemas.ts'
import { messageFields } from '../lib/rules.ts'

const tag = 'Tools'
const uid = z.string().max(100)
const members = { by: ['session', 'workspace'], workspace: 'uid' } as const
/** `usedBy` counts the agents whose published copy or draft names the tool. */
const LibraryTool = Tool.extend({ lastModified: z.number().int(), usedBy: z.number().int() })
const toolId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/)
/** Two leading underscores could name a property that every JavaScript object has. */
const secretName = z
  .string()
  .regex(
    /^(?!__)[A-Za-z_][A-Za-z0-9_]{0,99}$/,
    'A name is letters, digits and _, and does not begin with a digit or with __.',
  )
const args = z.record(z.string().max(200), z.unknown())

export const toolsApi = {
  list: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/tools',
    tag,
    access: members,
    summary: 'List shared tools, recently modified first',
  })
    .input(z.strictObject({ uid, search: z.string().max(200).optional(), ...pageInput }))
    .output(page(LibraryTool)),
  save: regional({
    method: 'PUT',
    path: '/v2/workspaces/{uid}/tools/{toolId}',
    tag,
    access: members,
    summary: 'Create or replace a shared tool',
  })
    .input(Tool.omit({ id: true }).extend({ uid, toolId }))
    .output(z.object({ data: LibraryTool })),
  delete: regional({
    method: 'DELETE',
    path: '/v2/workspaces/{uid}/tools/{toolId}',
    tag,
    access: members,
    summary: 'Delete a shared tool',
  })
    .input(z.strictObject({ uid, toolId }))
    .output(success),
  test: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/tools/test',
    tag,
    access: { ...members, limit: 'search' },
    summary: 'Test a tool, saved or not; sends a real request',
  })
    .input(z.strictObject({ uid, tool: Tool, arguments: args, variables: args.optional() }))
    .output(z.object({ data: ToolCallResult })),
  import: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/tools/import',
    tag,
    access: { ...members, limit: 'search', scope: 'tools:read' },
    maxBody: 2_000_000,
    summary: 'Read tools from an OpenAPI document (JSON or YAML) or a curl command; nothing is stored',
  })
    .input(z.strictObject({ uid, format: z.enum(['openapi', 'curl']), text: z.string().min(1).max(1_900_000) }))
    .output(
      z.object({
        tools: z.array(Tool),
        /** What could not be carried over, one sentence each. */ notes: z.array(z.string()),
        noteMessages: z.array(z.object({ ...messageFields, message: z.string() })),
      }),
    ),
  mcpTools: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/tools/mcp',
    tag,
    access: { ...members, limit: 'search', audit: 'never' },
    errors: ['UPSTREAM_FAILED'],
    summary: 'List the tools of an MCP server',
  })
    .input(z.strictObject({ uid, server: McpServer }))
    .output(
      z.object({
        tools: z.array(z.object({ name: z.string(), description: z.string(), parameters: z.unknown() })),
      }),
    ),
  secrets: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/secrets',
    tag,
    access: members,
    summary: 'List tool secrets by name, without values',
  })
    .input(z.strictObject({ uid, ...limitInput }))
    .output(z.object({ items: z.array(z.object({ name: z.string(), ts: z.number().int() })) })),
  saveSecret: regional({
    method: 'PUT',
    path: '/v2/workspaces/{uid}/secrets/{name}',
    tag,
    access: { ...members, scope: 'none' },
    summary: 'Create or replace a tool secret',
  })
    .input(
      z.strictObject({
        uid,
        name: secretName,
        value: z.string().trim().min(SECRET_MIN, `A secret has at least ${SECRET_MIN} characters.`).max(10_000),
      }),
    )
    .output(success),
  deleteSecret: regional({
    method: 'DELETE',
    path: '/v2/workspaces/{uid}/secrets/{name}',
    tag,
    access: { ...members, scope: 'none' },
    summary: 'Delete a tool secret; tools that use it fail until you add it again',
  })
    .input(z.strictObject({ uid, name: secretName }))
    .output(success),
}
