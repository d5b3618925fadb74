import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useNavigateTo } from '../../lib/link.tsx'
import { mayLeaveForms } from '../../lib/unsaved-guard.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { chooseWorkspace } from './chosen-workspace.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The workspace that this entry switched to. */
    workspace?: string
  }
}

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
      const stays = STAYS.has(page)
      if (stays && !(await mayLeaveForms())) return
      await go(stays ? { to: pathname } : paths.agents(region), { state: { workspace: uid } })
      // After a guard kept the user here, the promise of that navigation resolves with the next one.
      if (router.state.location.state.workspace === uid) chooseWorkspace(region, uid)
    },
    [api, client, go, region, router, workspace.uid],
  )
}
