// Builds tools: their library, their calls through the guarded client, and the client of MCP servers.
import { createMcpClient } from './adapters/mcp/mcp.ts'
import { createTools, McpFailure, type Tools, type ToolsDeps } from './modules/tools/service.ts'
import type { Logger } from './lib/log.ts'
import { checkAddress, createGuardedFetch } from './lib/outbound/guarded-fetch.ts'
import type { Settings } from './lib/settings.ts'

export interface ToolsWiring extends Pick<ToolsDeps, 'vault' | 'guardedFetch' | 'usedBy'> {
  readonly settings: Settings
  readonly log: Logger
}

/** The longest that an MCP call takes, with its goodbye. */
const MCP_MS = 40_000
/** Of one answer of an MCP server, lists of tools included. */
const MCP_BYTES = 1024 * 1024

export function wireTools({ settings, log, ...deps }: ToolsWiring): Tools {
  const allow = settings.outboundAllow
  const guardedFetch = createGuardedFetch({
    allow,
    timeoutMs: MCP_MS,
    maxBytes: MCP_BYTES,
    onRefused: (reason) => log.info({ reason }, 'an outgoing call to an MCP server was refused'),
  })
  return createTools({
    ...deps,
    mcp: createMcpClient({ guardedFetch, failure: (message, cause) => new McpFailure(message, { cause }) }),
    checkAddress: (address) => checkAddress(address, { allow }),
  })
}
