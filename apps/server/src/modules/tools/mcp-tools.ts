// Tools of MCP servers: what each offers, remembered for a while, and the names by which an agent knows them.
import type { MessageDescriptor } from '@parlance/i18n/messages'
import { createNames, toolName } from '@parlance/engine/tools/naming'
import type { McpServer } from '@parlance/contract/tools/schemas'
import { LRUCache } from 'lru-cache'
import type { Ctx } from '../../lib/ctx.ts'
import type { McpClient, McpTarget, McpTool } from './ports.ts'

/** What a client of MCP servers rejects with, for people. */
export class McpFailure extends Error {
  readonly reason: MessageDescriptor
  constructor(reason: MessageDescriptor, options?: ErrorOptions) {
    super(reason.message, options)
    this.reason = reason
  }
}

/** What a server offers hardly ever changes; a server that is down must not hold up every turn. */
const FRESH_MS = 300_000
const FAILED_MS = 30_000
const REMEMBERED = 200
const LIST_MS = 5000

export const mcpToolId = (server: Pick<McpServer, 'id'>, name: string): string => `mcp:${server.id}:${name}`

/** The server and the tool that an id means; of two servers that fit, the one with the longer id. */
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

/** Names that models take, each once. */
export function mcpNames(server: McpServer): (name: string) => string {
  const unique = createNames()
  return (name) => unique(toolName(name, toolName(server.name)))
}

export type OpenTarget = (ctx: Ctx, workspaceId: string, server: McpServer) => Promise<McpTarget>

/** Lists of tools by server, for five minutes; failures for thirty seconds. */
export function createListings(client: McpClient, targetOf: OpenTarget) {
  const known = new LRUCache<string, Promise<readonly McpTool[]>>({ max: REMEMBERED, ttl: FRESH_MS })
  const prefix = (ctx: Ctx, workspaceId: string) => `${ctx.region}|${workspaceId}|`

  async function look(ctx: Ctx, workspaceId: string, server: McpServer): Promise<readonly McpTool[]> {
    return client.list(await targetOf(ctx, workspaceId, server), { timeoutMs: LIST_MS })
  }

  return {
    /** Asks the server now. Rejects with an McpFailure. */
    look,
    /** What the server offered within the last five minutes. Rejects with an McpFailure. */
    list(ctx: Ctx, workspaceId: string, server: McpServer): Promise<readonly McpTool[]> {
      const key = `${prefix(ctx, workspaceId)}${JSON.stringify([server.url, server.transport, server.credential])}`
      const listing = known.get(key)
      if (listing) return listing
      const tools = look(ctx, workspaceId, server)
      known.set(key, tools)
      tools.catch((error: unknown) => {
        if (known.peek(key) !== tools) return
        // Only what the server did is remembered; our own faults may be over the next moment.
        if (error instanceof McpFailure) known.set(key, tools, { ttl: FAILED_MS })
        else known.delete(key)
      })
      return tools
    },
    /** After a secret changed, every list of the workspace is asked for anew. */
    forget(ctx: Ctx, workspaceId: string): void {
      for (const key of known.keys()) if (key.startsWith(prefix(ctx, workspaceId))) known.delete(key)
    },
  }
}
