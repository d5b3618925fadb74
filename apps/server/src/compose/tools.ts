import { createMcpClient } from '../adapters/mcp/mcp.ts'
import { createGuardedFetch } from '../lib/outbound/guarded-fetch.ts'
import { agentQueries } from '../modules/agents/index.ts'
import { McpFailure, createToolsModule } from '../modules/tools/index.ts'
import type { Base } from './base.ts'

const MCP_TIMEOUT_MS = 40_000
const MCP_MAX_BYTES = 1024 * 1024

export function composeTools({ settings, log, infrastructure }: Base) {
  const { guardedFetch, vault } = infrastructure
  const { outboundAllow: allow } = settings
  return createToolsModule({
    vault,
    guardedFetch,
    usedBy: agentQueries.functionsUse,
    mcp: createMcpClient({
      guardedFetch: createGuardedFetch({
        allow,
        timeoutMs: MCP_TIMEOUT_MS,
        maxBytes: MCP_MAX_BYTES,
        onRefused: (reason) => log.info({ reason }, 'a request to an MCP server failed'),
      }),
      failure: (reason, cause) => new McpFailure(reason, { cause }),
    }),
    checkAddress: infrastructure.checkAddress,
  })
}
