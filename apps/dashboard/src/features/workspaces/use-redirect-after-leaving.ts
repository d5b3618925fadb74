import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { globalApi } from '../../lib/api.ts'
import { leaveWorkspace } from '../../lib/session/left-workspaces.ts'
import { useNavigateTo } from '../../lib/link.tsx'
import { hrefOf, paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'

/** After leaving the current workspace: goes to the agents of another one, in the other region if none is left here. */
export function useRedirectAfterLeaving(): () => Promise<void> {
  const { api, region, workspace } = useScope()
  const { uid } = workspace
  const client = useQueryClient()
  const go = useNavigateTo()
  return useCallback(async () => {
    leaveWorkspace(uid)
    const { items } = await api.workspaces.list.call()
    if (items.length === 0) return location.assign(hrefOf(paths.root()))
    // First, so that nothing requests the left workspace. Components learn of it in a later task, when the next page
    // may already be there.
    client.setQueryData(api.workspaces.list.queryKey(), { items })
    await new Promise<void>((heard) => notifyManager.schedule(heard))
    await go(paths.agents(region), { ignoreBlocker: true })
    void client.invalidateQueries({ queryKey: globalApi.workspaces.regions.key() })
  }, [api, client, go, region, uid])
}
