// MCP servers through the AI SDK's client: one connection per question, bounded in time and size, with nothing trusted.
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import type { CallToolResult, ListToolsResult, MCPClient } from '@ai-sdk/mcp'
import { cut } from '@parlance/contract/lib/text'
import { safeSchema } from './input-schema.ts'
import type { McpCallResult, McpClient, McpLimits, McpTarget, McpTool } from '../../modules/tools/ports.ts'

export interface McpOptions {
  readonly guardedFetch: typeof fetch
  readonly failure: (reason: MessageDescriptor, cause: unknown) => Error
}

const TOOLS_MAX = 200
const PAGES_MAX = 10
const DESCRIPTION_MAX = 1000
const TEXT_MAX = 200_000
const GOODBYE_MS = 3000
/** Tool names as the protocol allows them; ids are derived from them. */
const NAME = /^[A-Za-z0-9_./-]{1,128}$/

export function createMcpClient({ guardedFetch, failure }: McpOptions): McpClient {
  async function ask<T>(
    server: McpTarget,
    limits: McpLimits,
    work: (client: MCPClient, signal: AbortSignal) => Promise<T>,
  ) {
    const timeout = AbortSignal.timeout(limits.timeoutMs)
    const signal = limits.signal ? AbortSignal.any([limits.signal, timeout]) : timeout
    let client: MCPClient | undefined
    try {
      client = await connect(server, bounded(guardedFetch, signal), signal)
      return await work(client, signal)
    } catch (thrown) {
      // For the log only, which must name the server.
      const error = new Error(new URL(server.url).host, { cause: thrown })
      if (limits.signal?.aborted) throw failure(msg('call_stopped'), error)
      if (timeout.aborted) throw failure(msg('mcp_timeout', { seconds: limits.timeoutMs / 1000 }), error)
      throw failure(reasonOf(thrown), error)
    } finally {
      // Closing is not awaited; it has its own deadline.
      void client?.close().catch(() => undefined)
    }
  }
  return {
    list: (server, limits) => ask(server, limits, listAll),
    call: (server, name, args, limits) =>
      ask(server, limits, async (client, signal) =>
        answerOf(await client.callTool({ name, arguments: { ...args }, options: { signal } })),
      ),
  }
}

async function connect(
  { url, transport, token }: McpTarget,
  fetcher: typeof fetch,
  signal: AbortSignal,
): Promise<MCPClient> {
  // Loaded with the first MCP server: the client takes megabytes that few installations need.
  const { createMCPClient } = await import('@ai-sdk/mcp')
  return createMCPClient({
    transport: {
      type: transport,
      url,
      redirect: 'error',
      fetch: fetcher,
      ...(token === '' ? {} : { headers: { authorization: `Bearer ${token}` } }),
    },
    clientName: 'parlance',
    initializationOptions: { signal },
    onUncaughtError: () => undefined,
  })
}

/** Ends all requests with the connection, including streams that the client opens itself. */
const bounded = (guardedFetch: typeof fetch, deadline: AbortSignal): typeof fetch => {
  return (input, init = {}) => {
    const until = init.method === 'DELETE' ? AbortSignal.timeout(GOODBYE_MS) : deadline
    const { signal } = init
    return guardedFetch(input, { ...init, signal: signal ? AbortSignal.any([signal, until]) : until })
  }
}

async function listAll(client: MCPClient, signal: AbortSignal): Promise<readonly McpTool[]> {
  const tools = new Map<string, McpTool>()
  let cursor: string | undefined
  for (let page = 0; page < PAGES_MAX && tools.size < TOOLS_MAX; page += 1) {
    const listed = await client.listTools({
      ...(cursor === undefined ? {} : { params: { cursor } }),
      options: { signal },
    })
    for (const tool of listed.tools) if (NAME.test(tool.name) && !tools.has(tool.name)) tools.set(tool.name, read(tool))
    cursor = listed.nextCursor
    if (!cursor) break
  }
  return [...tools.values()].slice(0, TOOLS_MAX)
}

const read = ({ name, description = '', inputSchema }: ListToolsResult['tools'][number]): McpTool => ({
  name,
  description: cut(description, DESCRIPTION_MAX),
  parameters: safeSchema(inputSchema),
})

function answerOf(result: CallToolResult): McpCallResult {
  const content = Array.isArray(result.content) ? (result.content as readonly Record<string, unknown>[]) : []
  const texts = content.map(textOf).filter((text) => text !== '')
  const { structuredContent } = result
  const text =
    texts.length > 0 || structuredContent === undefined ? texts.join('\n') : JSON.stringify(structuredContent)
  return { ok: result.isError !== true, text: cut(text, TEXT_MAX) }
}

function textOf({ type, text, uri, resource }: Record<string, unknown>): string {
  if (typeof text === 'string') return text
  if (typeof resource === 'object' && resource !== null && 'text' in resource) return String(resource.text)
  if (type === 'resource_link') return String(uri)
  return type === 'image' || type === 'audio' || type === 'resource' ? `[${type}]` : ''
}

/** The reason shown to users: never a URL, and the server's text only when it is a proper error. */
function reasonOf(error: unknown): MessageDescriptor {
  const { statusCode, code, message } = detailsOf(error)
  if (statusCode === 401 || statusCode === 403) return msg('mcp_credential_refused')
  if (statusCode !== undefined && statusCode >= 400) return msg('mcp_server_status', { status: statusCode })
  if (code !== undefined) return msg('mcp_refused', { message: cut(message, 300) })
  if (chain(error).some((one) => one.name === 'OutboundError')) return msg('call_address_not_allowed')
  return msg('mcp_answer_invalid')
}

function detailsOf(error: unknown) {
  if (!(error instanceof Error)) return { statusCode: undefined, code: undefined, message: '' }
  const { statusCode, code } = error as { statusCode?: unknown; code?: unknown }
  return {
    statusCode: typeof statusCode === 'number' ? statusCode : undefined,
    code: typeof code === 'number' ? code : undefined,
    message: error.message,
  }
}

const chain = (error: unknown): Error[] => (error instanceof Error ? [error, ...chain(error.cause)] : [])
