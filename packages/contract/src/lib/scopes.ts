// Scopes of API keys: areas of the product, each to read or to write. A call without an area is closed to keys.
import { roleAtLeast, type Role } from './roles.ts'

export const AREAS = [
  'agents',
  'knowledge',
  'conversations',
  'tests',
  'tools',
  'analytics',
  'workspace',
  'files',
  'events',
] as const
export type Area = (typeof AREAS)[number]
export type Scope = `${Area}:${'read' | 'write'}`

export const SCOPES: readonly Scope[] = AREAS.flatMap((area) => [`${area}:read`, `${area}:write`] as const)

export const AREA_OF_TAG: Readonly<Record<string, Area>> = {
  Agents: 'agents',
  Themes: 'agents',
  Widget: 'agents',
  Channels: 'agents',
  Knowledge: 'knowledge',
  Crawler: 'knowledge',
  Conversations: 'conversations',
  Leads: 'conversations',
  Campaigns: 'conversations',
  Voice: 'conversations',
  Tests: 'tests',
  Tools: 'tools',
  Analytics: 'analytics',
  Workspaces: 'workspace',
  Organizations: 'workspace',
  Files: 'files',
  Events: 'events',
}

export interface Declared {
  readonly tag: string
  readonly method: string
  readonly access: { readonly by: readonly string[]; readonly role?: Role; readonly scope?: Scope | 'none' }
}

/** Undefined when no key may make the call: those closed to the workspace's secret, and admin calls. */
export function scopeOf({ tag, method, access }: Declared): Scope | undefined {
  if (access.scope === 'none' || !access.by.includes('workspace')) return undefined
  if (access.role !== undefined && roleAtLeast(access.role, 'admin')) return undefined
  if (access.scope !== undefined) return access.scope
  const area = Object.hasOwn(AREA_OF_TAG, tag) ? AREA_OF_TAG[tag] : undefined
  return area && `${area}:${method === 'GET' ? 'read' : 'write'}`
}

export const SCOPE_PRESETS = {
  read: SCOPES.filter((scope) => scope.endsWith(':read')),
  build: ['agents:read', 'agents:write', 'knowledge:read', 'knowledge:write'],
  all: SCOPES,
} as const satisfies Record<string, readonly Scope[]>
export type ScopePreset = keyof typeof SCOPE_PRESETS

export const orderedScopes = (scopes: readonly Scope[]): Scope[] => SCOPES.filter((scope) => scopes.includes(scope))
