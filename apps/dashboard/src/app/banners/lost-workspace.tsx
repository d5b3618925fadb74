// Says that the current workspace is no longer accessible and leaves it.
import type { Region } from '@parlance/contract/lib/regions'
import type { WorkspaceSummary } from '@parlance/contract/workspaces/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { hasLeftWorkspace } from '../../lib/session/left-workspaces.ts'
import { useNavigateTo } from '../../lib/link.tsx'
import { hrefOf, paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { notify } from '../../components/feedback/notify.ts'

/** Long enough to be read by a busy user. */
const READ_MS = 15_000
/** Passed to the next page load when no workspace of the region is left. */
const NOTE = 'parlance-lost-workspace'

/** Loaded with the frame: it must know the workspace from before. */
export function LostWorkspace() {
  const { t } = useTranslation()
  const { api, region, workspace } = useScope()
  const client = useQueryClient()
  const go = useNavigateTo()
  const before = useRef<{ region: Region; workspace: WorkspaceSummary }>({ region, workspace })

  useEffect(() => {
    const note = sessionStorage.getItem(NOTE)
    if (note === null) return
    sessionStorage.removeItem(NOTE)
    notify.info(note, { autoClose: READ_MS })
  }, [])

  useEffect(() => {
    const sayOf = ({ workspaceName: name, supportUntil }: WorkspaceSummary) =>
      supportUntil === undefined ? t('shell.noAccess.lost', { name }) : t('shell.noAccess.supportEnded', { name })
    // After sign-out there is no list, which says nothing about the workspace.
    const left = () => client.getQueryData(api.workspaces.list.queryKey())?.items
    const isLost = ({ uid }: WorkspaceSummary) =>
      !hasLeftWorkspace(uid) && left()?.every((one) => one.uid !== uid) === true
    const known = before.current
    before.current = { region, workspace }
    if (known.region === region && known.workspace.uid !== workspace.uid && isLost(known.workspace)) {
      notify.info(sayOf(known.workspace), { autoClose: READ_MS })
      void go(paths.agents(region), { ignoreBlocker: true })
    }
    return () => {
      // Without a workspace in the region the frame is unmounted.
      if (left()?.length !== 0 || !isLost(workspace)) return
      sessionStorage.setItem(NOTE, sayOf(workspace))
      location.assign(hrefOf(paths.root()))
    }
  }, [api, client, go, region, t, workspace])
  return null
}
