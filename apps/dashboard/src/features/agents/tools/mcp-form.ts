// The MCP editor's logic without a screen.
import type { McpServer } from '@parlance/contract/tools/schemas'

/** The contract's limits. */
export const MCP_SERVERS_MAX = 20
const TRANSPORT_ORDER: Record<McpServer['transport'], number> = { http: 0, sse: 1 }
export const TRANSPORTS = Object.keys(TRANSPORT_ORDER) as McpServer['transport'][]

export const blankServer = (id: string): McpServer => ({
  id,
  name: '',
  url: '',
  transport: 'http',
  credential: '',
  allowedTools: [],
  disabled: false,
})

export type ServerProblem = 'needName' | 'badUrl' | 'badName' | 'chooseOne'

/** Problems by field that block saving. `some`: only chosen tools are allowed. */
export function serverProblems(
  { name, url, credential, allowedTools }: McpServer,
  some: boolean,
): Partial<Record<'name' | 'url' | 'credential' | 'tools', ServerProblem>> {
  return {
    ...(name.trim() === '' ? { name: 'needName' as const } : {}),
    ...(isAddress(url) ? {} : { url: 'badUrl' as const }),
    ...(credential === '' || /^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(credential)
      ? {}
      : { credential: 'badName' as const }),
    ...(some && allowedTools.length === 0 ? { tools: 'chooseOne' as const } : {}),
  }
}

const isAddress = (url: string): boolean => /^https?:\/\/[^\s/]\S*$/.test(url) && URL.canParse(url)

export interface Offered {
  readonly name: string
  readonly description: string
}
/** Offered tools, and allowed ones no longer offered. */
export function choicesOf(offered: readonly Offered[], allowed: readonly string[]) {
  const names = new Set(offered.map(({ name }) => name))
  return [
    ...offered.map((tool) => ({ ...tool, offered: true })),
    ...allowed.filter((name) => !names.has(name)).map((name) => ({ name, description: '', offered: false })),
  ]
}
