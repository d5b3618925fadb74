// Creates a workspace and opens it.
import type { Region } from '@parlance/contract/lib/regions'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { NewWorkspaceDialog } from '../../features/workspaces/new-workspace-dialog.tsx'
import { useNavigateTo } from '../../lib/link.tsx'
import { hrefOf, paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { chooseWorkspace } from './chosen-workspace.ts'
import { regionsQuery } from './use-other-region.ts'

export default function NewWorkspace({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { api, region: here } = useScope()
  const client = useQueryClient()
  const go = useNavigateTo()
  const router = useRouter()
  const show = async ({ region, uid, name }: { region: Region; uid: string; name: string }) => {
    const agents = paths.agents(region)
    if (region !== here) {
      // Full reload, since nothing of this region applies there.
      chooseWorkspace(region, uid)
      return location.assign(hrefOf(agents))
    }
    await Promise.all([
      client.invalidateQueries({ queryKey: api.workspaces.list.key() }),
      client.invalidateQueries({ queryKey: regionsQuery.queryKey }),
    ])
    // Not awaited: a guard may keep the user here, who can switch later.
    void go(agents, { state: { workspace: uid } }).then(() => {
      if (router.state.location.state.workspace !== uid) return
      chooseWorkspace(region, uid)
      notify.success(t('shell.workspace.made', { name }))
    })
  }
  return <NewWorkspaceDialog onCreated={show} onClose={onClose} />
}
