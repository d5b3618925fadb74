// The region, API client and workspace of the current page, for everything under /app.
import type { Region } from '@parlance/contract/lib/regions'
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import type { WorkspaceSummary } from '@parlance/contract/workspaces/schemas'
import { createContext, useContext } from 'react'
import type { RegionalApi } from './api.ts'

export interface Scope {
  region: Region
  api: RegionalApi
  workspace: WorkspaceSummary
  /** The client session when a client user is viewing; absent for workspace users. */
  client?: ClientSession
}

export const ScopeContext = createContext<Scope | undefined>(undefined)

export function useScope(): Scope {
  const scope = useContext(ScopeContext)
  if (!scope) throw new Error('useScope is for pages under /app/{region}')
  return scope
}
