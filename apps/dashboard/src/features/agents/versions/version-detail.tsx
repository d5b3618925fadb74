import { Button, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import type { AgentVersion } from '@parlance/contract/agents/schemas'
import { IconRestore } from '@tabler/icons-react'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeniedReason } from '../../../lib/permissions.ts'
import { errorText } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { confirm } from '../../../components/overlay/confirm.tsx'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { dateLocale } from '../../../components/content/locale.ts'
import { notify } from '../../../components/feedback/notify.ts'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useDraft } from '../draft/draft.tsx'
import { Changes } from './changes.tsx'
import { VersionPreview } from './version-preview.tsx'

export interface DetailProps {
  version: AgentVersion
  /** False for a live configuration without a version. */
  kept: boolean
  /** The version published before it; undefined for the oldest. */
  before: AgentVersion | undefined
  onRestored: () => void
}

export const moment = (ts: number) =>
  new Date(ts * 1000).toLocaleString(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' })

export function VersionDetail({ version, kept, before, onRestored }: DetailProps) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId, state } = useDraft()
  const [view, setView] = useState<'changes' | 'preview'>('changes')
  const read = useQuery(
    api.agents.version.queryOptions({
      input: kept ? { agentId, versionId: version.id } : skipToken,
      staleTime: Infinity,
    }),
  )
  const config = kept ? read.data?.data.config : state.copy.published
  const choices = (['changes', 'preview'] as const).map((value) => ({ value, label: t(`versions.${value}`) }))
  return (
    <Stack gap="md">
      {kept && (
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            {t('versions.by', { author: version.author })}
          </Text>
          <Restore version={version} onRestored={onRestored} />
        </Group>
      )}
      <SegmentedControl
        aria-label={t('versions.view')}
        value={view}
        onChange={(next) => setView(next as typeof view)}
        data={choices}
      />
      {read.error && !config && <ErrorMessage text={errorText(read.error)} onRetry={() => void read.refetch()} />}
      {!config && read.isPending && <RowSkeletons />}
      {config && view === 'changes' && <Compared config={config} before={before} />}
      {config && view === 'preview' && <VersionPreview config={config} />}
    </Stack>
  )
}

type Version = Parameters<typeof Changes>[0]['to']

function Compared({ config, before }: { config: Version; before: AgentVersion | undefined }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId, config: draft } = useDraft()
  const [against, setAgainst] = useState<'draft' | 'before'>('draft')
  const wanted = against === 'before' && before ? { agentId, versionId: before.id } : skipToken
  const earlier = useQuery(api.agents.version.queryOptions({ input: wanted, staleTime: Infinity }))
  const old = earlier.data?.data.config
  return (
    <>
      <Select
        label={t('versions.compare')}
        allowDeselect={false}
        value={against}
        data={[
          { value: 'draft', label: t('versions.draft') },
          { value: 'before', label: t('versions.before') },
        ]}
        onChange={(next) => next && setAgainst(next as typeof against)}
      />
      {against === 'draft' && (
        <Changes from={config} to={draft} hint={t('versions.toDraft')} none={t('versions.sameAsDraft')} />
      )}
      {against === 'before' && !before && (
        <Text size="sm" c="dimmed">
          {t('versions.noneBefore')}
        </Text>
      )}
      {against === 'before' && before && earlier.error && (
        <ErrorMessage text={errorText(earlier.error)} onRetry={() => void earlier.refetch()} />
      )}
      {against === 'before' && before && earlier.isPending && <RowSkeletons />}
      {against === 'before' && old && (
        <Changes from={old} to={config} hint={t('versions.toThis')} none={t('versions.sameAsBefore')} />
      )}
    </>
  )
}

function Restore({ version, onRestored }: Pick<DetailProps, 'version' | 'onRestored'>) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId, getState, flush, restored } = useDraft()
  const refusal = useDeniedReason('editor')
  const client = useQueryClient()
  const when = moment(version.ts)
  const restore = useMutation(
    api.agents.restoreVersion.mutationOptions({
      onSuccess: ({ draft }) => {
        restored(draft)
        void client.invalidateQueries({ queryKey: api.agents.get.key({ input: { agentId } }) })
        notify.success(t('versions.restored', { when }))
        onRestored()
      },
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  const ask = async () => {
    const yes = await confirm({
      title: t('versions.restoreTitle'),
      body: t('versions.restoreBody', { when }),
      confirm: t('versions.restore'),
    })
    if (!yes) return
    // Saves pending changes first, so that the server's draft is complete.
    if (!(await flush())) return notify.error(t('versions.unsaved'))
    restore.mutate({ agentId, versionId: version.id, version: getState().copy.version })
  }
  return (
    <Button
      leftSection={<IconRestore size={16} stroke={1.5} />}
      loading={restore.isPending}
      disabled={refusal !== ''}
      title={refusal}
      onClick={() => void ask()}
    >
      {t('versions.restore')}
    </Button>
  )
}
