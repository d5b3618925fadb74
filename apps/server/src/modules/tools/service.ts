// Owns tools: the workspace's library and its secrets, what a turn may call, the calls themselves, and imports.
import { AppError } from '@parlance/contract/lib/errors'
import { secretNames } from '@parlance/engine/tools/request'
import type { McpServer, Tool, ToolCallResult } from '@parlance/contract/tools/schemas'
import type { Ctx } from '../../lib/ctx.ts'
import type { Vault } from '../../lib/crypto.ts'
import { type Calling, createCalling } from './call-tool.ts'
import { importTools, type Imported, type ImportFormat } from './import-tools.ts'
import { createLibrary, type Library, type LibraryDeps } from './library.ts'
import { McpFailure } from './mcp-tools.ts'
import type { McpClient, McpTool } from './ports.ts'
import { createSecrets, type Secrets } from './secrets.ts'

export { McpFailure } from './mcp-tools.ts'

export interface ToolsDeps extends LibraryDeps {
  readonly vault: Vault
  readonly guardedFetch: typeof fetch
  readonly mcp: McpClient
}

/** Callers have checked that the workspace is the caller's, or the agent's that a turn belongs to. */
export interface Tools extends Library, Secrets, Pick<Calling, 'toolsFor' | 'call'> {
  /** Really calls the tool, saved or not, even a disabled one. FORBIDDEN for support where the tool sends a secret. */
  readonly test: (
    ctx: Ctx,
    test: {
      uid: string
      tool: Tool
      arguments: Record<string, unknown>
      variables?: Record<string, unknown> | undefined
    },
  ) => Promise<ToolCallResult>
  /** Reads tools without storing them. INVALID_INPUT when there is none in the text, or too much. */
  readonly import: (input: { format: ImportFormat; text: string }) => Promise<Imported>
  /** What a server offers now. UPSTREAM_FAILED with a sentence when it does not say; FORBIDDEN for support where a secret opens it. */
  readonly mcpTools: (ctx: Ctx, uid: string, server: McpServer) => Promise<readonly McpTool[]>
}

export function createTools(deps: ToolsDeps): Tools {
  const library = createLibrary(deps)
  const secrets = createSecrets(deps.vault, (ctx, uid) => listings.forget(ctx, uid))
  const { calling, listings } = createCalling({
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

/** Support names where a test goes; what the workspace keeps secret does not go there with it. */
function assertNoSecrets({ asSupport }: Ctx, names: readonly string[]): void {
  if (asSupport && names.length > 0) throw new AppError('FORBIDDEN')
}

/** Variables are texts, numbers and truth values; whatever else somebody sends is none. */
const simpleValues = (given: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : [],
    ),
  )
