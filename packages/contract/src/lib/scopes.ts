// What an API key may do: areas of the product, each to read or to write. A call without an area opens to no key.
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

/** The area of the calls under a tag of the contract. A tag that is missing here belongs to no area. */
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
  Organisations: 'workspace',
  Files: 'files',
  Events: 'events',
}

/** What of a declared call decides which keys open it. */
export interface Declared {
  readonly tag: string
  readonly method: string
  readonly access: { readonly by: readonly string[]; readonly role?: Role; readonly scope?: Scope | 'none' }
}

/**
 * The scope that a key needs for a call; undefined where no key opens it. Keys stand for a workspace, so that a call which
 * its secret does not open is closed to them, and what takes an admin is never done by a key.
 */
export function scopeOf({ tag, method, access }: Declared): Scope | undefined {
  if (access.scope === 'none' || !access.by.includes('workspace')) return undefined
  if (access.role !== undefined && roleAtLeast(access.role, 'admin')) return undefined
  if (access.scope !== undefined) return access.scope
  const area = Object.hasOwn(AREA_OF_TAG, tag) ? AREA_OF_TAG[tag] : undefined
  return area && `${area}:${method === 'GET' ? 'read' : 'write'}`
}

/** What people choose first; each is a list of scopes like any other. */
export const SCOPE_PRESETS = {
  read: SCOPES.filter((scope) => scope.endsWith(':read')),
  build: ['agents:read', 'agents:write', 'knowledge:read', 'knowledge:write'],
  all: SCOPES,
} as const satisfies Record<string, readonly Scope[]>
export type ScopePreset = keyof typeof SCOPE_PRESETS

/** Scopes in their order, each once. */
export const orderedScopes = (scopes: readonly Scope[]): Scope[] => SCOPES.filter((scope) => scopes.includes(scope))
