import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useNavigateTo } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { chooseWorkspace } from './chosen-workspace.ts'

/** Workspace-wide pages, which stay open when another workspace is chosen. */
const STAYS = new Set([
  'integrations',
  'meta-pages',
  'whatsapp-numbers',
  'twilio-numbers',
  'automations',
  'events',
  'sessions',
  'credentials',
  'workspace',
  'account',
])

/** Switches the workspace. Agent pages belong to the old one, so the list opens first. */
export function useSwitchWorkspace(): (uid: string) => Promise<void> {
  const { api, region, workspace } = useScope()
  const client = useQueryClient()
  const go = useNavigateTo()
  const router = useRouter()
  return useCallback(
    async (uid: string) => {
      if (uid === workspace.uid) return
      const items = client.getQueryData(api.workspaces.list.queryKey())?.items
      // Its first steps create an agent with the workspace; going back must keep the user here.
      if (items?.some((one) => one.uid === uid && one.role === 'owner' && one.showOnboarding))
        return go(paths.onboarding(region))
      const { pathname } = router.state.location
      const page = pathname.slice(paths.region(region).to.length + 1).split('/')[0] ?? ''
      if (STAYS.has(page)) await go({ to: pathname })
      else await go(paths.agents(region))
      chooseWorkspace(region, uid)
    },
    [api, client, go, region, router, workspace.uid],
  )
}
