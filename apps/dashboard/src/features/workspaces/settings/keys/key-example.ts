// A call that a key can make as it stands, for the command line.
import type { Region } from '@parlance/contract/lib/regions'
import type { Scope } from '@parlance/contract/lib/scopes'

/** What each scope reads with nothing but the workspace named, the first that fits first; core's contract has these calls. */
export const EXAMPLES: readonly (readonly [scope: Scope, path: string])[] = [
  ['agents:read', '/agents'],
  ['conversations:read', '/conversations'],
  ['tools:read', '/tools'],
  ['workspace:read', ''],
  ['knowledge:read', '/crawls'],
]

/** What the first example of the SDK needs: it makes an agent, teaches it, talks to it and reads what was said. */
export const SDK_EXAMPLE: readonly Scope[] = [
  'agents:read',
  'agents:write',
  'knowledge:write',
  'conversations:read',
  'conversations:write',
]

/** Undefined for a key that only does what needs more than a workspace. */
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
