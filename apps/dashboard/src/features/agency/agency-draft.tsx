// The agency on screen: the saved version and unsaved edits.
import type { Agency, AgencyEdits } from '@parlance/contract/agencies/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../components/feedback/notify.ts'
import { errorText, hasCode } from '../../lib/errors.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { useUnsavedGuard } from '../../lib/unsaved-guard.tsx'
import { useScope } from '../../lib/workspace-scope.tsx'
import { changesOf, hasUnsavedChanges, withEdits, withoutSaved } from './unsaved.ts'

export interface AgencyDraft {
  /** Includes the edits. */
  readonly agency: Agency
  readonly saved: Agency
  /** Edits fields; `settings` are merged. */
  readonly edit: (change: AgencyEdits) => void
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly save: () => Promise<boolean>
  readonly discard: () => void
  /** Reloads the saved agency after another call changed it; keeps the edits. */
  readonly refresh: () => Promise<void>
}

const DraftContext = createContext<AgencyDraft | undefined>(undefined)

export function useAgencyDraft(): AgencyDraft {
  const draft = useContext(DraftContext)
  if (!draft) throw new Error('useAgencyDraft is for tabs of the agency screen')
  return draft
}

interface Props {
  saved: Agency
  version: number
  children: ReactNode
}

export function AgencyDraftProvider({ saved, version, children }: Props) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const [edits, setEdits] = useState<AgencyEdits>({})
  const agency = useMemo(() => withEdits(saved, edits), [saved, edits])
  const isDirty = hasUnsavedChanges(agency, saved)
  useUnsavedGuard(isDirty, { acrossTabs: true })
  const key = api.agencies.get.queryOptions({ input: { uid: workspace.uid } }).queryKey
  const refresh = () => client.invalidateQueries({ queryKey: api.agencies.key() })
  const update = useMutation(
    api.agencies.update.mutationOptions({
      onSuccess: ({ data, version: now }, sent) => {
        client.setQueryData(key, { data, version: now })
        setEdits((all) => withoutSaved(all, sent))
        notify.success(t('agency.saved'))
      },
      onError: async (error) => {
        const isStale = hasCode(error, 'STALE')
        notify.error(`${t('agency.saveFailed')} ${isStale ? t('agency.stale') : errorText(error)}`, { autoClose: 5000 })
        if (isStale) await refresh()
      },
    }),
  )
  const draft: AgencyDraft = {
    agency,
    saved,
    isDirty,
    isSaving: update.isPending,
    edit: ({ settings, ...change }) =>
      setEdits((all) => ({ ...all, ...change, ...(settings && { settings: { ...all.settings, ...settings } }) })),
    save: () =>
      update.mutateAsync({ uid: workspace.uid, version, ...changesOf(saved, edits) }).then(
        () => true,
        () => false,
      ),
    discard: () => setEdits({}),
    refresh,
  }
  return <DraftContext value={draft}>{children}</DraftContext>
}
