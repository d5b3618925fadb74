// A sample curl call for a key.
import type { Region } from '@parlance/contract/lib/regions'
import type { Scope } from '@parlance/contract/lib/scopes'

/** A call per scope that needs only the workspace, best first; from the contract. */
export const EXAMPLES: readonly (readonly [scope: Scope, path: string])[] = [
  ['agents:read', '/agents'],
  ['conversations:read', '/conversations'],
  ['tools:read', '/tools'],
  ['workspace:read', ''],
  ['knowledge:read', '/crawls'],
]

/** Scopes of the SDK example: it creates, trains and calls an agent and reads its conversations. */
export const SDK_EXAMPLE: readonly Scope[] = [
  'agents:read',
  'agents:write',
  'knowledge:write',
  'conversations:read',
  'conversations:write',
]

/** Undefined for a key whose calls need more than a workspace. */
export function exampleOf(given: {
  origin: string
  region: Region
  uid: string
  key: string
  scopes: readonly Scope[]
}): string | undefined {
  const found = EXAMPLES.find(([scope]) => given.scopes.includes(scope))
  if (!found) return undefined
  const address = `${given.origin}/api/${given.region}/v2/workspaces/${given.uid}${found[1]}`
  return `curl -H "Authorization: Bearer ${given.key}" \\\n"${address}"`
}
