import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { globalApi } from '../../lib/api.ts'
import { leaveWorkspace } from '../../lib/session/left-workspaces.ts'
import { useNavigateTo } from '../../lib/link.tsx'
import { hrefOf, paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'

/** Once one no longer belongs to the workspace on screen: to the agents of another one, in the other region where none is left here. */
export function useRedirectAfterLeaving(): () => Promise<void> {
  const { api, region, workspace } = useScope()
  const { uid } = workspace
  const client = useQueryClient()
  const go = useNavigateTo()
  return useCallback(async () => {
    leaveWorkspace(uid)
    const { items } = await api.workspaces.list.call()
    if (items.length === 0) return location.assign(hrefOf(paths.root()))
    // First, so that nothing asks for what is gone. Screens hear of it in a task of its own, and the next page may be faster.
    client.setQueryData(api.workspaces.list.queryKey(), { items })
    await new Promise<void>((heard) => notifyManager.schedule(heard))
    await go(paths.agents(region), { ignoreBlocker: true })
    void client.invalidateQueries({ queryKey: globalApi.workspaces.regions.key() })
  }, [api, client, go, region, uid])
}
