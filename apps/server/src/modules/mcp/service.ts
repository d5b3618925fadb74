// Owns the MCP server of a workspace: the tools a key is offered, and stateless answers to a message or batch.
import { AppError, type ErrorCode, ERRORS, untranslated } from '@parlance/contract/lib/errors'
import { MCP_INSTRUCTIONS, MCP_TOOLS, type McpToolName } from '@parlance/contract/mcp/tools'
import type { z } from 'zod'
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { type CallOperation, TOOLS } from './tools.ts'

export interface McpAnswer {
  readonly status: number
  readonly body: unknown
  readonly retryAfter: string | undefined
}

export interface McpCaller {
  readonly workspaceId: string
  readonly call: (op: string, input: Readonly<Record<string, unknown>>) => Promise<McpAnswer>
  /** Whether the caller's bearer opens this call. */
  readonly may: (op: string) => boolean
  /** The scope that opens this call to a key. */
  readonly scopeOf: (op: string) => string | undefined
  readonly onError: (error: unknown) => void
}

export interface Mcp {
  /** Handles the parsed body of a POST; `request` has its headers and no body. */
  readonly answer: (caller: McpCaller, request: Request, body: unknown) => Promise<Response>
}

/** Maximum messages of a batch, which older revisions of the protocol support. */
export const MAX_BATCH = 20
const MAX_ANSWER = 400_000
const ANSWER_TOO_LONG = 'The answer is too long. Ask for fewer at once.'

export function createMcp({ version }: { readonly version: string }): Mcp {
  return {
    async answer(caller, request, body) {
      // Loaded with the first message, because most installations never get one.
      const sdk = await import('@modelcontextprotocol/server')
      const closed = toolsMissingScopes(caller, body)
      const make = () => serverFor(new sdk.McpServer(info(version), OPTIONS), caller)
      if (!(await sdk.isLegacyRequest(request, body))) {
        const handler = sdk.createMcpHandler(make, { legacy: 'reject', maxSubscriptions: 0 })
        return withScopeErrors(await handler.fetch(request, { parsedBody: body }), closed)
      }
      const server = make()
      const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
      try {
        await server.connect(transport)
        return await withScopeErrors(await transport.handleRequest(request, { parsedBody: body }), closed)
      } finally {
        await server.close()
      }
    },
  }
}

const nameIn = (message: unknown): unknown => {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null }
  return method === 'tools/call' ? params?.name : undefined
}

/** Errors by message id. Naming the missing scope reveals nothing: the client requests a tool it was not offered. */
function toolsMissingScopes(caller: McpCaller, body: unknown): ReadonlyMap<unknown, string> {
  const closed = new Map<unknown, string>()
  for (const message of [body].flat()) {
    const name = nameIn(message)
    if (typeof name !== 'string' || !Object.hasOwn(MCP_TOOLS, name)) continue
    const { ops } = MCP_TOOLS[name as McpToolName]
    const missing = ops.filter((op) => !caller.may(op)).map((op) => caller.scopeOf(op))
    const scopes = [...new Set(missing)].filter((scope) => scope !== undefined)
    if (missing.length === 0) continue
    const needs = scopes.length > 0 ? `needs an API key with ${scopeList(scopes)}` : 'is not open to API keys'
    closed.set((message as { id?: unknown }).id, `The tool ${name} ${needs}.`)
  }
  return closed
}

const scopeList = (scopes: readonly string[]): string =>
  scopes.length === 1 ? `the scope ${scopes[0] ?? ''}` : `the scopes ${scopes.join(', ')}`

/** Replaces the SDK's error text for these messages, which would call the tools unknown. */
async function withScopeErrors(response: Response, closed: ReadonlyMap<unknown, string>): Promise<Response> {
  if (closed.size === 0 || !(response.headers.get('content-type') ?? '').includes('json')) return response
  const answers: unknown = await response.json()
  const withScope = (answer: unknown) => {
    const { id, error } = (answer ?? {}) as { id?: unknown; error?: object }
    const message = closed.get(id)
    return error && message ? { ...(answer as object), error: { ...error, message } } : answer
  }
  const { status, headers } = response
  return Response.json(Array.isArray(answers) ? answers.map(withScope) : withScope(answers), { status, headers })
}

/** Declares tools even if the key's scopes allow none, so that the list is empty instead of unsupported. */
const OPTIONS = { instructions: MCP_INSTRUCTIONS, capabilities: { tools: {} } }
const info = (version: string) => ({ name: 'parlance', title: 'Parlance', version })

function serverFor(server: McpServer, caller: McpCaller): McpServer {
  const ask = askerOf(caller)
  for (const name of Object.keys(MCP_TOOLS) as McpToolName[]) {
    const { title, description, input, output, ops, effect } = MCP_TOOLS[name]
    if (!ops.every((op) => caller.may(op))) continue
    const annotations = {
      readOnlyHint: effect === 'read',
      destructiveHint: false,
      idempotentHint: effect === 'read',
      openWorldHint: effect === 'outside',
    }
    const promised = { title, description, inputSchema: input as z.ZodObject, outputSchema: output, annotations }
    server.registerTool(name, promised, (given: unknown) =>
      run(caller, () => TOOLS[name](ask, given as never, caller.workspaceId)),
    )
  }
  return server
}

/** Returns the output of a call, or throws the API's error. */
const askerOf =
  ({ call }: McpCaller): CallOperation =>
  async <T>(op: string, input: Readonly<Record<string, unknown>>) => {
    const { status, body, retryAfter } = await call(op, input)
    if (status === 200) return body as T
    const { code, message, data } = body as { code: string; message: string; data?: unknown }
    const known = (code in ERRORS ? code : 'INTERNAL') as ErrorCode
    const wait = retryAfter === undefined ? '' : ` Try again in ${retryAfter} seconds.`
    throw new AppError(known, untranslated(`${message}${wait}`), { data })
  }

/** The result as data and text; an error as text, so that the assistant can correct its call. */
async function run(caller: McpCaller, work: () => Promise<object>): Promise<CallToolResult> {
  try {
    const structuredContent = (await work()) as Record<string, unknown>
    const text = JSON.stringify(structuredContent)
    if (text.length > MAX_ANSWER) throw new AppError('PAYLOAD_TOO_LARGE', untranslated(ANSWER_TOO_LONG))
    return { content: [{ type: 'text', text }], structuredContent }
  } catch (thrown) {
    const error = thrown instanceof AppError ? thrown : new AppError('INTERNAL', undefined, { cause: thrown })
    if (!(thrown instanceof AppError)) caller.onError(thrown)
    return { isError: true, content: [{ type: 'text', text: `${error.message} (${error.code})` }] }
  }
}
