// WhatsApp numbers of the workspace: their agents, import and removal.
import { Badge, Button, Select, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { WhatsappNumberView } from '@parlance/contract/channels/whatsapp'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { labelled } from '../../../../components/content/locale.ts'
import { ToolDrawing } from '../../../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../../../components/feedback/empty-state.tsx'
import { ErrorMessage } from '../../../../components/feedback/error-message.tsx'
import { notify } from '../../../../components/feedback/notify.ts'
import { RowSkeletons } from '../../../../components/feedback/skeletons.tsx'
import { Page, usePageTitle } from '../../../../components/layout/page.tsx'
import { confirm } from '../../../../components/overlay/confirm.tsx'
import { SideDrawer } from '../../../../components/overlay/side-drawer.tsx'
import { errorText } from '../../../../lib/errors.ts'
import { useCan } from '../../../../lib/permissions.ts'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { FailingChannel } from '../failing-channel.tsx'
import classes from '../meta-pages/meta-pages.module.css'
import { useToldFailure } from '../connections/use-told-failure.ts'
import { WhatsappNumbers } from './whatsapp-numbers.tsx'

export function WhatsappNumbersPage() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  usePageTitle(t('channels.wa.title'))
  const mayChange = useCan('editor')
  const [isOpen, drawer] = useDisclosure()
  const numbers = useQuery(api.whatsapp.numbers.queryOptions({ input: { uid: workspace.uid } }))
  const items = numbers.data?.items ?? []
  const add = mayChange && <Button onClick={drawer.open}>{t('channels.wa.import')}</Button>
  return (
    <Page
      help="channels"
      title={t('channels.wa.title')}
      description={t('channels.wa.description')}
      actions={items.length > 0 && add}
    >
      {numbers.isPending && <RowSkeletons />}
      {numbers.isError && <ErrorMessage text={errorText(numbers.error)} onRetry={() => void numbers.refetch()} />}
      {numbers.isSuccess && items.length === 0 && (
        <EmptyState
          drawing={<ToolDrawing />}
          title={t('channels.wa.emptyTitle')}
          text={t('channels.wa.emptyText')}
          action={add}
        />
      )}
      {items.length > 0 && (
        <ul className={classes.list} aria-label={t('channels.wa.numbers')}>
          {items.map((number) => (
            <Row key={number.phoneId} number={number} />
          ))}
        </ul>
      )}
      {isOpen && <ImportDrawer onClose={drawer.close} />}
    </Page>
  )
}

const useAgents = () => {
  const { api, workspace } = useScope()
  const agents = useQuery(api.agents.summaries.queryOptions({ input: { uid: workspace.uid } })).data?.items ?? []
  return agents.map(({ ID, title }) => ({ value: ID, label: title }))
}

/** Chooses the agent, then the numbers. */
function ImportDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const options = useAgents()
  const [chosen, setChosen] = useState<string | null>(null)
  const agentId = chosen ?? options[0]?.value
  return (
    <SideDrawer title={t('channels.wa.import')} onClose={onClose}>
      <Stack gap="md">
        <Select
          label={t('channels.wa.importAgent')}
          data={options}
          value={agentId ?? null}
          searchable
          allowDeselect={false}
          onChange={setChosen}
        />
        {agentId !== undefined && <WhatsappNumbers key={agentId} agentId={agentId} />}
      </Stack>
    </SideDrawer>
  )
}

function Row({ number }: { number: WhatsappNumberView }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const queries = useQueryClient()
  const mayChange = useCan('editor')
  const failed = useToldFailure()
  const { agentId, phoneId, phoneNumber, name, status, lastError, lastErrorMessage } = number
  const options = useAgents()
  const shown = options.some(({ value }) => value === agentId)
    ? options
    : [{ value: agentId, label: agentId }, ...options]
  const refresh = () =>
    Promise.all([api.whatsapp, api.channels].map((calls) => queries.invalidateQueries({ queryKey: calls.key() })))
  const remove = useMutation({
    mutationFn: () => api.whatsapp.removeWhatsappNumber.call({ agentId, phoneId }),
    async onSuccess() {
      notify.success(t('channels.wa.removed'))
      await refresh()
    },
    onError: failed,
  })
  const assign = useMutation({
    mutationFn: (to: string) => api.whatsapp.assign.call({ agentId: to, phoneId }),
    async onSuccess(_answer, to) {
      const agent = options.find(({ value }) => value === to)?.label ?? ''
      notify.success(t('channels.pages.assigned', { name: phoneNumber, agent }))
      await refresh()
    },
    onError: failed,
  })
  const ask = async () => {
    const question = {
      title: t('channels.disconnectTitle', { name: phoneNumber }),
      body: t('channels.disconnectText', { name: phoneNumber }),
      confirm: t('channels.wa.remove'),
    }
    if (await confirm(question)) remove.mutate()
  }
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={600} dir="ltr">
          {phoneNumber}
        </Text>
        <Text size="sm" c="dimmed" dir="auto">
          {name}
        </Text>
        {status === 'failing' && (
          <FailingChannel agentId={agentId} channel="whatsapp" error={{ ...lastErrorMessage, message: lastError }} />
        )}
      </div>
      <Badge color={status === 'active' ? 'green' : 'red'}>
        {t(status === 'active' ? 'channels.wa.isConnected' : 'channels.failing')}
      </Badge>
      <Select
        aria-label={t('channels.pages.agent', { name: phoneNumber })}
        className={classes.agent ?? ''}
        data={shown}
        value={agentId}
        searchable
        allowDeselect={false}
        disabled={!mayChange || assign.isPending}
        onChange={(to) => to !== null && to !== agentId && assign.mutate(to)}
      />
      {mayChange && (
        <Button
          variant="default"
          size="xs"
          loading={remove.isPending}
          aria-label={labelled(t('channels.wa.remove'), phoneNumber)}
          onClick={() => void ask()}
        >
          {t('channels.wa.remove')}
        </Button>
      )}
    </li>
  )
}
