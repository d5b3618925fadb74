// Where the screen stands: the region, its calls and the workspace; every page under /app reads them here.
import type { Region } from '@parlance/contract/lib/regions'
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import type { WorkspaceSummary } from '@parlance/contract/workspaces/schemas'
import { createContext, useContext } from 'react'
import type { RegionalApi } from './api.ts'

export interface Scope {
  region: Region
  api: RegionalApi
  workspace: WorkspaceSummary
  /** Who looks on as a client user of the workspace's agency; absent for its own people. */
  client?: ClientSession
}

export const ScopeContext = createContext<Scope | undefined>(undefined)

export function useScope(): Scope {
  const scope = useContext(ScopeContext)
  if (!scope) throw new Error('useScope is for pages under /app/{region}')
  return scope
}
