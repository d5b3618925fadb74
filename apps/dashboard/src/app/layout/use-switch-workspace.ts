import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useNavigateTo } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { chooseWorkspace } from './chosen-workspace.ts'

/** Pages that are about the workspace as a whole, so that they stay when another one is chosen. */
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

/** Shows another workspace of the region. What is on screen of an agent belongs to the one that is left, so the list comes first. */
export function useSwitchWorkspace(): (uid: string) => Promise<void> {
  const { api, region, workspace } = useScope()
  const client = useQueryClient()
  const go = useNavigateTo()
  const router = useRouter()
  return useCallback(
    async (uid: string) => {
      if (uid === workspace.uid) return
      const items = client.getQueryData(api.workspaces.list.queryKey())?.items
      // The agent that its first steps make brings its workspace along; whoever goes back stays where they were.
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
