// One copy with the changes a push would make.
import { Stack } from '@mantine/core'
import type { FleetCopy } from '@parlance/contract/fleet/schemas'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { errorText } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { Changes } from '../versions/changes.tsx'
import { Conflicts } from './conflicts.tsx'

interface Props {
  agentId: string
  copy: Pick<FleetCopy, 'agentId' | 'title'>
  onClose: () => void
}

export default function CopyDrawer({ agentId, copy, onClose }: Props) {
  return (
    <SideDrawer title={copy.title} size="lg" onClose={onClose}>
      <CopyChanges agentId={agentId} copyId={copy.agentId} />
    </SideDrawer>
  )
}

export function CopyChanges({ agentId, copyId }: { agentId: string; copyId: string }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const found = useQuery(api.fleet.previewCopy.queryOptions({ input: { agentId, copyId } }))
  if (found.error) return <ErrorMessage text={errorText(found.error)} onRetry={() => void found.refetch()} />
  if (!found.data) return <RowSkeletons rows={2} />
  const { before, after, conflicts } = found.data.data
  return (
    <Stack gap="sm">
      <Conflicts conflicts={conflicts} />
      <Changes from={before} to={after} hint={t('fleet.hint')} none={t('fleet.noChanges')} />
    </Stack>
  )
}
