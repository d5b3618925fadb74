// Copies of this agent for clients: how far each is behind, and pushes of changes.
import { Anchor, Badge, Button, Group, Stack, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FleetCopy } from '@parlance/contract/fleet/schemas'
import { IconArrowLeft, IconGitCompare, IconPlus, IconUnlink } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../../components/content/time.tsx'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { TalkDrawing } from '../../../components/feedback/empty-state-drawings.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { Page } from '../../../components/layout/page.tsx'
import { NewButton } from '../../../components/lists/new-button.tsx'
import { PagedList } from '../../../components/lists/paged-list.tsx'
import { confirm } from '../../../components/overlay/confirm.tsx'
import { RowMenu } from '../../../components/overlay/row-menu.tsx'
import { errorText } from '../../../lib/errors.ts'
import { AppLink } from '../../../lib/link.tsx'
import { listProps, paged } from '../../../lib/paged-query.ts'
import { paths } from '../../../lib/paths.ts'
import { useCan } from '../../../lib/permissions.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useDraft } from '../draft/draft.tsx'
import { LatestPush } from './latest-push.tsx'
import { useLatestPush } from './use-pushes.ts'

const NewCopiesDrawer = lazy(() => import('./new-copies-drawer.tsx'))
const ReviewDrawer = lazy(() => import('./review-drawer.tsx'))
const CopyDrawer = lazy(() => import('./copy-drawer.tsx'))

export function FleetPage() {
  const { t } = useTranslation()
  const { api, region } = useScope()
  const { agentId } = useDraft()
  const isAdmin = useCan('admin')
  const [isCreating, creating] = useDisclosure()
  const [isReviewing, reviewing] = useDisclosure()
  const [compared, compare] = useState<FleetCopy>()
  const copies = useInfiniteQuery(
    api.fleet.listCopies.infiniteOptions({
      input: (cursor: string | undefined) => ({ agentId, ...(cursor && { cursor }) }),
      ...paged,
    }),
  )
  const { push, isActive } = useLatestPush(agentId)
  const items = copies.data?.pages.flatMap((page) => page.items) ?? []
  const head = copies.data?.pages[0]
  const create = <NewButton label={t('fleet.new')} onClick={creating.open} />
  return (
    <Page
      help="copies"
      title={t('fleet.title')}
      description={t('fleet.description')}
      actions={
        <>
          <Button
            variant="subtle"
            leftSection={<IconArrowLeft size={16} stroke={1.5} />}
            renderRoot={(props) => <AppLink target={paths.agent(region, agentId, 'settings')} {...props} />}
          >
            {t('fleet.back')}
          </Button>
          {items.length > 0 && isAdmin && (
            <>
              <Button variant="default" leftSection={<IconPlus size={16} stroke={1.5} />} onClick={creating.open}>
                {t('fleet.new')}
              </Button>
              <Button disabled={isActive} onClick={reviewing.open}>
                {t('fleet.review')}
              </Button>
            </>
          )}
        </>
      }
    >
      <Stack>
        {head?.copyOf && <CopyOf masterId={head.copyOf.agentId} title={head.copyOf.title} />}
        {push && <LatestPush push={push} />}
        <PagedList
          of="copies"
          shown={items.length}
          search=""
          onClearSearch={() => undefined}
          empty={
            <EmptyState
              drawing={<TalkDrawing />}
              title={t('fleet.emptyTitle')}
              text={t('fleet.emptyText')}
              action={isAdmin ? create : undefined}
            />
          }
          {...listProps(copies)}
        >
          <Table.ScrollContainer minWidth={680}>
            <Table verticalSpacing="sm">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('fleet.columns.copy')}</Table.Th>
                  <Table.Th>{t('fleet.columns.state')}</Table.Th>
                  <Table.Th>{t('fleet.columns.client')}</Table.Th>
                  <Table.Th>{t('fleet.columns.own')}</Table.Th>
                  <Table.Th>{t('fleet.columns.pushed')}</Table.Th>
                  <Table.Td />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((copy) => (
                  <Row key={copy.agentId} copy={copy} onCompare={() => compare(copy)} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </PagedList>
      </Stack>
      <Suspense fallback={null}>
        {isCreating && <NewCopiesDrawer agentId={agentId} onClose={creating.close} />}
        {isReviewing && <ReviewDrawer agentId={agentId} total={head?.total ?? 0} onClose={reviewing.close} />}
        {compared && <CopyDrawer agentId={agentId} copy={compared} onClose={() => compare(undefined)} />}
      </Suspense>
    </Page>
  )
}

function Row({ copy, onCompare }: { copy: FleetCopy; onCompare: () => void }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId } = useDraft()
  const isAdmin = useCan('admin')
  const detach = useDetach(agentId, copy)
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor
          size="sm"
          fw={500}
          renderRoot={(props) => <AppLink target={paths.agentHome(region, copy.agentId)} {...props} />}
        >
          <span dir="auto">{copy.title}</span>
        </Anchor>
      </Table.Td>
      <Table.Td>
        <Badge variant="light" color={copy.isCurrent ? 'green' : 'yellow'} miw="max-content">
          {t(copy.isCurrent ? 'fleet.current' : 'fleet.behind')}
        </Badge>
      </Table.Td>
      <Table.Td dir="auto">{copy.orgName || '—'}</Table.Td>
      <Table.Td>{t('fleet.changes', { count: copy.ownChanges })}</Table.Td>
      <Table.Td>
        <RelativeTime at={copy.pushedAt} />
      </Table.Td>
      <Table.Td>
        <RowMenu
          label={t('fleet.more', { name: copy.title })}
          actions={[
            { text: t('fleet.compare'), icon: IconGitCompare, onClick: onCompare },
            ...(isAdmin
              ? [{ text: t('fleet.detach'), icon: IconUnlink, danger: true, onClick: () => void detach() }]
              : []),
          ]}
        />
      </Table.Td>
    </Table.Tr>
  )
}

/** Asks first: detaching is permanent. */
function useDetach(agentId: string, { agentId: copyId, title }: Pick<FleetCopy, 'agentId' | 'title'>) {
  const { t } = useTranslation()
  const { api } = useScope()
  const client = useQueryClient()
  const detach = useMutation(
    api.fleet.detachCopy.mutationOptions({
      onSuccess: async () => {
        await client.invalidateQueries({ queryKey: api.fleet.key() })
        notify.success(t('fleet.detached', { name: title }))
      },
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  return async () => {
    const isSure = await confirm({
      title: t('fleet.detachTitle', { name: title }),
      body: t('fleet.detachBody'),
      confirm: t('fleet.detach'),
      danger: true,
    })
    if (isSure) detach.mutate({ agentId, copyId })
  }
}

function CopyOf({ masterId, title }: { masterId: string; title: string }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId, config } = useDraft()
  const isAdmin = useCan('admin')
  const detach = useDetach(masterId, { agentId, title: config.title })
  return (
    <AlertBox kind="info">
      <Group gap="sm" justify="space-between">
        <Text size="sm" dir="auto">
          {t('fleet.copyOf', { name: title })}
        </Text>
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            renderRoot={(props) => <AppLink target={paths.copies(region, masterId)} {...props} />}
          >
            {t('fleet.openMaster')}
          </Button>
          {isAdmin && (
            <Button size="compact-sm" variant="subtle" onClick={() => void detach()}>
              {t('fleet.detach')}
            </Button>
          )}
        </Group>
      </Group>
    </AlertBox>
  )
}
