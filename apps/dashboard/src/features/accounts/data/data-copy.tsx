// A data export of one region: requested, watched and downloaded.
import { Button, Progress, Text } from '@mantine/core'
import { type AccountExport, isUnderWay } from '@parlance/contract/accounts/account-data'
import type { Region } from '@parlance/contract/lib/regions'
import { IconDownload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../../i18n/number-locale.ts'
import { regionName } from './region-name.ts'
import { regionalApi } from '../../../lib/api.ts'
import { errorText } from '../../../lib/errors.ts'
import { downloadFrom } from '../../../lib/files/download.ts'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { dateLocale } from '../../../components/content/locale.ts'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { RelativeTime } from '../../../components/content/time.tsx'
import { FormError } from '../../../components/feedback/form-error.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import classes from './data-copy.module.css'

const POLL_MS = 1500
const MB = 1_000_000

export function DataCopy({ region, locked }: { region: Region; locked: boolean }) {
  const { t } = useTranslation()
  const { state, begin, open } = useCopy(region)
  if (state.isPending) return <RowSkeletons rows={1} height={72} />
  if (!state.data) return <ErrorMessage text={errorText(state.error)} onRetry={() => void state.refetch()} />
  const copy = state.data.data
  const isBusy = copy !== null && isUnderWay(copy)
  const where = { region: regionName(region) }
  return (
    <fieldset className={classes.copy} aria-label={regionName(region)}>
      <div className={classes.head}>
        <div className={classes.words}>
          <Text fw={500}>{regionName(region)}</Text>
          <CopyStatus copy={copy} />
        </div>
        <div className={classes.actions}>
          {copy?.state === 'ready' && (
            <Button
              leftSection={<IconDownload size={16} stroke={1.5} />}
              disabled={locked}
              loading={open.isPending}
              aria-label={t('accountData.copy.download', where)}
              onClick={() => open.mutate({ exportId: copy.id })}
            >
              {t('accountData.copy.downloadShort')}
            </Button>
          )}
          <Button
            variant="default"
            disabled={locked || isBusy}
            loading={begin.isPending}
            aria-label={t(copy && !isBusy ? 'accountData.copy.again' : 'accountData.copy.make', where)}
            onClick={() => begin.mutate({})}
          >
            {t(copy && !isBusy ? 'accountData.copy.againShort' : 'accountData.copy.makeShort')}
          </Button>
        </div>
      </div>
      {isBusy && (
        <Progress
          value={copy.total === 0 ? 0 : (100 * copy.done) / copy.total}
          animated
          aria-label={t('accountData.copy.progress', where)}
        />
      )}
      <FormError error={begin.error ?? open.error} />
    </fieldset>
  )
}

function useCopy(region: Region) {
  const api = regionalApi(region).accounts
  const client = useQueryClient()
  const state = useQuery(
    api.exportState.queryOptions({
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => (data?.data && isUnderWay(data.data) ? POLL_MS : false),
    }),
  )
  const begin = useMutation(
    api.exportData.mutationOptions({
      onSuccess: (made) => client.setQueryData(api.exportState.queryKey(), made),
      // Another device may have started one.
      onError: () => void state.refetch(),
    }),
  )
  const open = useMutation(
    api.exportAddress.mutationOptions({
      onSuccess: ({ url }) => downloadFrom(url),
      onError: () => void state.refetch(),
    }),
  )
  return { state, begin, open }
}

/** The export's state, announced to screen readers. */
function CopyStatus({ copy }: { copy: AccountExport | null }) {
  const { t, i18n } = useTranslation()
  const say = (value: number) => value.toLocaleString(numberLocale(i18n.language), { maximumFractionDigits: 1 })
  const size = (bytes: number) =>
    bytes >= MB
      ? t('accountData.copy.megabytes', { size: say(bytes / MB) })
      : t('accountData.copy.kilobytes', { size: say(Math.ceil(bytes / 1000)) })
  const day = (at: string) => new Date(at).toLocaleDateString(dateLocale(), { dateStyle: 'long' })
  return (
    <Text size="sm" component="output" display="block" c={copy?.state === 'failed' ? 'red' : 'dimmed'}>
      {!copy && t('accountData.copy.none')}
      {copy?.state === 'waiting' && t('accountData.copy.waiting')}
      {copy?.state === 'packing' && t('accountData.copy.packing', { done: copy.done, total: copy.total })}
      {copy?.state === 'failed' && t('accountData.copy.failed')}
      {copy?.state === 'ready' && (
        <>
          {t('accountData.copy.made')} <RelativeTime at={copy.endedAt ?? copy.createdAt} /> · {size(copy.bytes)}
          <br />
          {t('accountData.copy.until', { day: day(copy.expiresAt) })}
        </>
      )}
    </Text>
  )
}
