// Owns tools: the workspace's library and secrets, a turn's tools and their calls, and imports.
import { AppError } from '@parlance/contract/lib/errors'
import { secretNames } from '@parlance/engine/tools/request'
import type { McpServer, Tool, ToolCallResult } from '@parlance/contract/tools/schemas'
import type { Ctx } from '../../lib/ctx.ts'
import type { Vault } from '../../lib/crypto.ts'
import { type ToolCaller, createToolCaller } from './call-tool.ts'
import { importTools, type ImportResult, type ImportFormat } from './import-tools.ts'
import { createToolLibrary, type ToolLibrary, type ToolLibraryDeps } from './library.ts'
import { McpFailure } from './mcp-tools.ts'
import type { McpClient, McpTool } from './ports.ts'
import { createToolSecrets, type ToolSecrets } from './secrets.ts'

export { McpFailure } from './mcp-tools.ts'

export interface ToolsDeps extends ToolLibraryDeps {
  readonly vault: Vault
  readonly guardedFetch: typeof fetch
  readonly mcp: McpClient
}

/** Access to the workspace was checked by the caller. */
export interface Tools extends ToolLibrary, ToolSecrets, Pick<ToolCaller, 'toolsFor' | 'call'> {
  /** Calls the tool for real, saved or not, even if disabled. @throws FORBIDDEN for support if the tool sends a secret */
  readonly test: (
    ctx: Ctx,
    test: {
      uid: string
      tool: Tool
      arguments: Record<string, unknown>
      variables?: Record<string, unknown> | undefined
    },
  ) => Promise<ToolCallResult>
  /** Parses tools without storing them. @throws INVALID_INPUT for a text without tools or with too many */
  readonly import: (input: { format: ImportFormat; text: string }) => Promise<ImportResult>
  /** Tools of a server. @throws UPSTREAM_FAILED; FORBIDDEN for support if the server needs a secret */
  readonly mcpTools: (ctx: Ctx, uid: string, server: McpServer) => Promise<readonly McpTool[]>
}

export function createTools(deps: ToolsDeps): Tools {
  const library = createToolLibrary(deps)
  const secrets = createToolSecrets(deps.vault, (ctx, uid) => listings.forget(ctx, uid))
  const { calling, listings } = createToolCaller({
    guardedFetch: deps.guardedFetch,
    mcp: deps.mcp,
    openSecrets: secrets.open,
    libraryTools: library.libraryTools,
  })
  return {
    ...library,
    ...secrets.service,
    toolsFor: calling.toolsFor,
    call: calling.call,
    async test(ctx, { uid, tool, arguments: args, variables = {} }) {
      assertNoSecrets(ctx, secretNames(tool))
      return calling.callTool(ctx, uid, tool, {
        arguments: args,
        variables: simpleValues(variables),
        signal: ctx.request?.signal,
      })
    },
    import: importTools,
    async mcpTools(ctx, uid, server) {
      assertNoSecrets(ctx, server.credential === '' ? [] : [server.credential])
      try {
        return await listings.look(ctx, uid, server)
      } catch (error) {
        if (error instanceof McpFailure) throw new AppError('UPSTREAM_FAILED', error.reason, { cause: error })
        throw error
      }
    },
  }
}

/** Support could send the workspace's secrets to a server of their choice. */
function assertNoSecrets({ asSupport }: Ctx, names: readonly string[]): void {
  if (asSupport && names.length > 0) throw new AppError('FORBIDDEN')
}

/** Drops variables that are no strings, numbers or booleans. */
const simpleValues = (given: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : [],
    ),
  )
