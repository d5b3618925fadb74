// Meta pages of the workspace: their agents, and removal.
import { Badge, Button, Select, Text } from '@mantine/core'
import type { MetaPageView } from '@parlance/contract/channels/meta-pages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ToolDrawing } from '../../../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../../../components/feedback/empty-state.tsx'
import { ErrorMessage } from '../../../../components/feedback/error-message.tsx'
import { notify } from '../../../../components/feedback/notify.ts'
import { RowSkeletons } from '../../../../components/feedback/skeletons.tsx'
import { Page, usePageTitle } from '../../../../components/layout/page.tsx'
import { confirm } from '../../../../components/overlay/confirm.tsx'
import { labelled } from '../../../../components/content/locale.ts'
import { errorText } from '../../../../lib/errors.ts'
import { AppLink } from '../../../../lib/link.tsx'
import { paths } from '../../../../lib/paths.ts'
import { useCan } from '../../../../lib/permissions.ts'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { FailingChannel } from '../failing-channel.tsx'
import classes from './meta-pages.module.css'

export function MetaPagesPage() {
  const { t } = useTranslation()
  const { api, region, workspace } = useScope()
  usePageTitle(t('channels.pages.title'))
  const pages = useQuery(api.channels.metaPages.queryOptions({ input: { uid: workspace.uid } }))
  const items = pages.data?.items ?? []
  return (
    <Page help="channels" title={t('channels.pages.title')} description={t('channels.pages.description')}>
      {pages.isPending && <RowSkeletons />}
      {pages.isError && (
        <ErrorMessage
          text={t('channels.pages.listFailed', { message: errorText(pages.error) })}
          onRetry={() => void pages.refetch()}
        />
      )}
      {pages.isSuccess && items.length === 0 && (
        <EmptyState
          drawing={<ToolDrawing />}
          title={t('channels.pages.emptyTitle')}
          text={t('channels.pages.emptyText')}
          action={
            <Button renderRoot={(props) => <AppLink target={paths.agents(region)} {...props} />}>
              {t('channels.pages.toAgents')}
            </Button>
          }
        />
      )}
      {items.length > 0 && (
        <ul className={classes.list} aria-label={t('channels.pages.list')}>
          {items.map((page) => (
            <Row key={page.pageId} page={page} />
          ))}
        </ul>
      )}
    </Page>
  )
}

function Row({ page }: { page: MetaPageView }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const queries = useQueryClient()
  const mayChange = useCan('editor')
  const { agentId, pageId, pageName, igPageName, status, lastError, lastErrorMessage } = page
  const remove = useMutation({
    mutationFn: () => api.channels.removeMetaPage.call({ agentId, pageId }),
    async onSuccess() {
      notify.success(t('channels.disconnected', { name: pageName }))
      await queries.invalidateQueries({ queryKey: api.channels.key() })
    },
    onError: () => notify.error(t('channels.pages.removeFailed')),
  })
  const ask = async () => {
    const question = {
      title: t('channels.disconnectTitle', { name: pageName }),
      body: t('channels.pages.removeText', { name: pageName }),
      confirm: t('channels.disconnect'),
    }
    if (await confirm(question)) remove.mutate()
  }
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={600} dir="auto">
          {pageName}
        </Text>
        <Text size="sm" c="dimmed">
          {t('channels.pages.id', { id: pageId })} ·{' '}
          {igPageName === '' ? t('channels.pages.noInstagram') : t('channels.pages.instagram', { name: igPageName })}
        </Text>
        {status === 'failing' && (
          <FailingChannel agentId={agentId} channel="messenger" error={{ ...lastErrorMessage, message: lastError }} />
        )}
      </div>
      <Badge color={status === 'active' ? 'green' : 'red'}>
        {t(status === 'active' ? 'channels.active' : 'channels.failing')}
      </Badge>
      <AgentOf page={page} disabled={!mayChange} />
      {mayChange && (
        <Button
          variant="default"
          size="xs"
          loading={remove.isPending}
          aria-label={labelled(t('channels.disconnect'), pageName)}
          onClick={() => void ask()}
        >
          {t('channels.disconnect')}
        </Button>
      )}
    </li>
  )
}

function AgentOf({ page: { agentId, pageId, pageName }, disabled }: { page: MetaPageView; disabled: boolean }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const queries = useQueryClient()
  const [search, setSearch] = useState('')
  const agents = useQuery(api.agents.summaries.queryOptions({ input: { uid: workspace.uid } })).data?.items ?? []
  const options = agents.map(({ ID, title }) => ({ value: ID, label: title }))
  const shown = options.some(({ value }) => value === agentId)
    ? options
    : [{ value: agentId, label: agentId }, ...options]
  const assign = useMutation({
    mutationFn: (to: string) => api.channels.assignMetaPage.call({ agentId: to, pageId }),
    async onSuccess(_answer, to) {
      const agent = options.find(({ value }) => value === to)?.label ?? ''
      notify.success(t('channels.pages.assigned', { name: pageName, agent }))
      await queries.invalidateQueries({ queryKey: api.channels.key() })
    },
    onError: (error: Error) => notify.error(errorText(error)),
  })
  return (
    <Select
      aria-label={t('channels.pages.agent', { name: pageName })}
      className={classes.agent ?? ''}
      data={shown}
      value={agentId}
      searchable
      allowDeselect={false}
      searchValue={search}
      onSearchChange={setSearch}
      disabled={disabled || assign.isPending}
      onChange={(to) => to !== null && to !== agentId && assign.mutate(to)}
    />
  )
}
