// The workspace's Twilio numbers: import and assignment.
import { Anchor, Badge, Button, Select, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { TwilioNumber } from '@parlance/contract/channels/numbers-api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { labelled } from '../../../../components/content/locale.ts'
import { ToolDrawing } from '../../../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../../../components/feedback/empty-state.tsx'
import { ErrorMessage } from '../../../../components/feedback/error-message.tsx'
import { notify } from '../../../../components/feedback/notify.ts'
import { RowSkeletons } from '../../../../components/feedback/skeletons.tsx'
import { Page, usePageTitle } from '../../../../components/layout/page.tsx'
import { NewButton } from '../../../../components/lists/new-button.tsx'
import { confirm } from '../../../../components/overlay/confirm.tsx'
import { errorText } from '../../../../lib/errors.ts'
import { useCan } from '../../../../lib/permissions.ts'
import { statusQuery } from '../../../../lib/session/session.ts'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { FailingChannel } from '../failing-channel.tsx'
import { ImportNumber } from './import-number.tsx'
import { useRefreshNumbers } from './use-refresh-numbers.ts'
import classes from '../meta-pages/meta-pages.module.css'

export function TwilioNumbersPage() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  usePageTitle(t('channels.numbers.title'))
  const [importing, dialog] = useDisclosure()
  const numbers = useQuery(api.numbers.list.queryOptions({ input: { uid: workspace.uid } }))
  const items = numbers.data?.items ?? []
  const hasSimulator = useQuery(statusQuery).data?.simulatorPages.includes('sms') === true
  const button = <NewButton label={t('channels.numbers.import')} onClick={dialog.open} />
  return (
    <Page
      help="channels"
      title={t('channels.numbers.title')}
      description={t('channels.numbers.description')}
      actions={items.length > 0 && button}
    >
      {hasSimulator && (
        <Text size="sm" c="dimmed" mb="md">
          {t('channels.numbers.sandbox')}{' '}
          <Anchor underline="always" href="/sandbox/sms" target="_blank" rel="noopener">
            {t('channels.simulator')}
          </Anchor>
        </Text>
      )}
      {numbers.isPending && <RowSkeletons />}
      {numbers.isError && <ErrorMessage text={errorText(numbers.error)} onRetry={() => void numbers.refetch()} />}
      {numbers.isSuccess && items.length === 0 && (
        <EmptyState
          drawing={<ToolDrawing />}
          title={t('channels.numbers.emptyTitle')}
          text={t('channels.numbers.emptyText')}
          action={button}
        />
      )}
      {items.length > 0 && (
        <ul className={classes.list} aria-label={t('channels.numbers.title')}>
          {items.map((number) => (
            <Row key={number.id} number={number} />
          ))}
        </ul>
      )}
      {importing && <ImportNumber onClose={dialog.close} />}
    </Page>
  )
}

const COLOURS = { unassigned: 'gray', active: 'green', failing: 'red' } as const

function Row({ number }: { number: TwilioNumber }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const refresh = useRefreshNumbers()
  const mayChange = useCan('editor')
  const { id, agentId, phoneNumber, label, accountSid, authToken, status, lastError, lastErrorMessage } = number
  const remove = useMutation({
    mutationFn: () => api.numbers.remove.call({ uid: workspace.uid, numberId: id }),
    async onSuccess() {
      notify.success(t('channels.numbers.removed', { number: phoneNumber }))
      await refresh()
    },
    onError: (error: Error) => notify.error(errorText(error)),
  })
  const ask = async () => {
    const question = {
      title: t('channels.numbers.removeTitle', { number: phoneNumber }),
      body: t('channels.numbers.removeText'),
      confirm: t('channels.numbers.remove'),
    }
    if (await confirm(question)) remove.mutate()
  }
  const statuses = {
    unassigned: t('channels.numbers.unassigned'),
    active: t('channels.active'),
    failing: t('channels.failing'),
  }
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={600} dir="ltr" ta="start">
          {phoneNumber}
        </Text>
        <Text size="sm" c="dimmed">
          {[
            label,
            t('channels.numbers.account', { sid: `${accountSid.slice(0, 6)}…${accountSid.slice(-4)}` }),
            t('channels.numbers.token', { token: authToken }),
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </Text>
        {status === 'failing' && (
          <FailingChannel agentId={agentId} channel="sms" error={{ ...lastErrorMessage, message: lastError }} />
        )}
      </div>
      <Badge color={COLOURS[status]}>{statuses[status]}</Badge>
      <AgentOf number={number} disabled={!mayChange} />
      {mayChange && (
        <Button
          variant="default"
          size="xs"
          loading={remove.isPending}
          aria-label={labelled(t('channels.numbers.remove'), phoneNumber)}
          onClick={() => void ask()}
        >
          {t('channels.numbers.remove')}
        </Button>
      )}
    </li>
  )
}

function AgentOf({ number, disabled }: { number: TwilioNumber; disabled: boolean }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const refresh = useRefreshNumbers()
  const { id, phoneNumber, agentId, agentTitle } = number
  const [search, setSearch] = useState('')
  const agents = useQuery(api.agents.summaries.queryOptions({ input: { uid: workspace.uid } })).data?.items ?? []
  const options = agents.map(({ ID, title }) => ({ value: ID, label: title }))
  const isListed = agentId === '' || options.some(({ value }) => value === agentId)
  const assign = useMutation({
    mutationFn: (to: string) => api.numbers.assign.call({ uid: workspace.uid, numberId: id, agentId: to }),
    async onSuccess({ data }) {
      notify.success(
        data.agentId === ''
          ? t('channels.numbers.takenOff', { number: phoneNumber })
          : t('channels.numbers.assigned', { number: phoneNumber, agent: data.agentTitle }),
      )
      await refresh()
    },
    onError: (error: Error) => notify.error(errorText(error)),
  })
  return (
    <Select
      aria-label={t('channels.numbers.agent', { number: phoneNumber })}
      placeholder={t('channels.numbers.choose')}
      className={classes.agent ?? ''}
      data={isListed ? options : [{ value: agentId, label: agentTitle || agentId }, ...options]}
      value={agentId === '' ? null : agentId}
      searchable
      clearable
      searchValue={search}
      onSearchChange={setSearch}
      disabled={disabled || assign.isPending}
      onChange={(to) => (to ?? '') !== agentId && assign.mutate(to ?? '')}
    />
  )
}
