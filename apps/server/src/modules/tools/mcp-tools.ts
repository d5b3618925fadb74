// Tools of MCP servers, cached for a while, and their names within an agent.
import type { MessageDescriptor } from '@parlance/i18n/messages'
import { createNames, toolName } from '@parlance/engine/tools/naming'
import type { McpServer } from '@parlance/contract/tools/schemas'
import { LRUCache } from 'lru-cache'
import type { Ctx } from '../../lib/ctx.ts'
import type { McpClient, McpTarget, McpTool } from './ports.ts'

/** The error of an MCP server's client, with a message for users. */
export class McpFailure extends Error {
  readonly reason: MessageDescriptor
  constructor(reason: MessageDescriptor, options?: ErrorOptions) {
    super(reason.message, options)
    this.reason = reason
  }
}

/** Tool lists rarely change. Failures are cached too, so that a server that is down does not delay every turn. */
const LIST_TTL_MS = 300_000
const FAILURE_TTL_MS = 30_000
const MAX_CACHED_LISTS = 200
const LIST_TIMEOUT_MS = 5000

export const mcpToolId = (server: Pick<McpServer, 'id'>, name: string): string => `mcp:${server.id}:${name}`

/** Resolves a tool id; if two servers match, the one with the longer id. */
export function mcpToolOf(
  servers: readonly McpServer[],
  toolId: string,
): { readonly server: McpServer; readonly name: string } | undefined {
  const [server] = servers
    .filter(({ id }) => toolId.startsWith(`mcp:${id}:`))
    .toSorted((a, b) => b.id.length - a.id.length)
  return server && { server, name: toolId.slice(`mcp:${server.id}:`.length) }
}

export const isAllowed = ({ disabled, allowedTools }: McpServer, name: string): boolean =>
  !disabled && (allowedTools.length === 0 || allowedTools.includes(name))

export function mcpNames(server: McpServer): (name: string) => string {
  const unique = createNames()
  return (name) => unique(toolName(name, toolName(server.name)))
}

export type OpenTarget = (ctx: Ctx, workspaceId: string, server: McpServer) => Promise<McpTarget>

/** Lists of tools by server, for five minutes; failures for thirty seconds. */
export function createMcpToolLists(client: McpClient, targetOf: OpenTarget) {
  const cached = new LRUCache<string, Promise<readonly McpTool[]>>({ max: MAX_CACHED_LISTS, ttl: LIST_TTL_MS })
  const prefix = (ctx: Ctx, workspaceId: string) => `${ctx.region}|${workspaceId}|`

  async function fetchList(ctx: Ctx, workspaceId: string, server: McpServer): Promise<readonly McpTool[]> {
    return client.list(await targetOf(ctx, workspaceId, server), { timeoutMs: LIST_TIMEOUT_MS })
  }

  return {
    /** Asks the server, bypassing the cache. Rejects with an McpFailure. */
    look: fetchList,
    list(ctx: Ctx, workspaceId: string, server: McpServer): Promise<readonly McpTool[]> {
      const key = `${prefix(ctx, workspaceId)}${JSON.stringify([server.url, server.transport, server.credential])}`
      const listing = cached.get(key)
      if (listing) return listing
      const tools = fetchList(ctx, workspaceId, server)
      cached.set(key, tools)
      tools.catch((error: unknown) => {
        if (cached.peek(key) !== tools) return
        // Only failures of the server are cached, not our own.
        if (error instanceof McpFailure) cached.set(key, tools, { ttl: FAILURE_TTL_MS })
        else cached.delete(key)
      })
      return tools
    },
    /** Clears the lists of the workspace after a secret changed. */
    forget(ctx: Ctx, workspaceId: string): void {
      for (const key of cached.keys()) if (key.startsWith(prefix(ctx, workspaceId))) cached.delete(key)
    },
  }
}
