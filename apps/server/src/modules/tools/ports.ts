// What tools need from outside: a client of MCP servers, and who uses a tool of the library.
import type { Ctx } from '../../lib/ctx.ts'

export interface McpTarget {
  readonly url: string
  readonly transport: 'http' | 'sse'
  /** Sent as bearer token; none when empty. */
  readonly token: string
}

/** As described by the server, truncated for models. */
export interface McpTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface McpCallResult {
  /** False if the tool reported an error. */
  readonly ok: boolean
  readonly text: string
}

export interface McpLimits {
  /** For the whole exchange, connecting included. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** One connection per request. Rejects with an McpFailure whose message names no address. */
export interface McpClient {
  readonly list: (server: McpTarget, limits: McpLimits) => Promise<readonly McpTool[]>
  readonly call: (
    server: McpTarget,
    name: string,
    args: Readonly<Record<string, unknown>>,
    limits: McpLimits,
  ) => Promise<McpCallResult>
}

/** Number of the workspace's agents that use each of these library tools; unused ones are left out. */
export type CountUses = (
  ctx: Ctx,
  workspaceId: string,
  toolIds: readonly string[],
) => Promise<ReadonlyMap<string, number>>
