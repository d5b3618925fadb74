// The agent's campaigns and results. Client users see them too; only admins of an org may start one.
import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core'
import type { Campaign } from '@parlance/contract/campaigns/schemas'
import { channelLabel } from '@parlance/contract/channels/list'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../components/content/time.tsx'
import { MailDrawing } from '../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { Page } from '../../components/layout/page.tsx'
import { NewButton } from '../../components/lists/new-button.tsx'
import { errorText } from '../../lib/errors.ts'
import { useSearchParam } from '../../lib/link.tsx'
import { useScope } from '../../lib/workspace-scope.tsx'
import { CampaignProgress } from './campaign-progress.tsx'
import { progressOf, STATE_COLORS, useAgentId, useCampaigns, useMayStart } from './use-campaigns.ts'

const CampaignForm = lazy(() => import('./campaign-form.tsx'))
const CampaignDrawer = lazy(() => import('./campaign-drawer.tsx'))
const DoNotCall = lazy(() => import('./do-not-call.tsx'))
/** Used in the address instead of an id for a new campaign. */
const NEW = 'new'
/** Opens the do-not-call list. */
const BLOCKED = 'do-not-call'

export function CampaignsPage() {
  const { t } = useTranslation()
  const { client } = useScope()
  const agentId = useAgentId()
  const mayStart = useMayStart()
  const [opened, open] = useSearchParam('campaign')
  const list = useCampaigns(agentId)
  const items = list.data?.items ?? []
  const add = mayStart && <NewButton label={t('campaigns.new')} onClick={() => open(NEW)} why="" />
  const actions = list.isSuccess && (
    <Group gap="xs">
      <Button variant="default" onClick={() => open(BLOCKED)}>
        {t('campaigns.doNotCall')}
      </Button>
      {items.length > 0 && add}
    </Group>
  )
  return (
    <Page title={t('campaigns.title')} description={t('campaigns.description')} actions={actions}>
      {list.isPending && <RowSkeletons />}
      {list.error && <ErrorMessage text={errorText(list.error)} onRetry={() => void list.refetch()} />}
      {list.isSuccess && items.length === 0 && (
        <EmptyState
          drawing={<MailDrawing />}
          title={t('campaigns.emptyTitle')}
          text={t(client && !mayStart ? 'campaigns.emptyForClients' : 'campaigns.emptyText')}
          action={add}
        />
      )}
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {items.map((campaign) => (
          <li key={campaign.id}>
            <CampaignRow campaign={campaign} onOpen={() => open(campaign.id)} />
          </li>
        ))}
      </Stack>
      <Suspense fallback={null}>
        {opened === NEW && mayStart && list.isSuccess && (
          <CampaignForm agentId={agentId} onClose={() => open(undefined)} onSaved={(id) => open(id)} />
        )}
        {opened === BLOCKED && <DoNotCall agentId={agentId} mayChange={mayStart} onClose={() => open(undefined)} />}
        {opened && opened !== NEW && opened !== BLOCKED && (
          <CampaignDrawer key={opened} agentId={agentId} campaignId={opened} onClose={() => open(undefined)} />
        )}
      </Suspense>
    </Page>
  )
}

function CampaignRow({ campaign, onOpen }: { campaign: Campaign; onOpen: () => void }) {
  const { t } = useTranslation()
  const { total, sent, running } = progressOf(campaign)
  const isCalling = campaign.channel === 'voice'
  return (
    <Card
      withBorder
      padding="md"
      component="button"
      type="button"
      onClick={onOpen}
      w="100%"
      ta="start"
      style={{ cursor: 'pointer' }}
    >
      <Group justify="space-between" wrap="wrap" gap="xs" mb={total > 0 ? 'sm' : 0}>
        <Text fw={600} dir="auto">
          {campaign.name}
        </Text>
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {isCalling ? t('campaigns.kinds.calls') : channelLabel(campaign.channel)}
          </Text>
          <Badge variant="light" color={STATE_COLORS[campaign.state]}>
            {t(`campaigns.states.${campaign.state}`)}
          </Badge>
        </Group>
      </Group>
      <CampaignProgress campaign={campaign} />
      <Group gap="md" mt="xs">
        {total > 0 && (
          <Text size="sm">
            {isCalling ? t('campaigns.calledOf', { answered: sent, total }) : t('campaigns.sentOf', { sent, total })}
          </Text>
        )}
        {running > 0 && <Text size="sm">{t('campaigns.onThePhone', { count: running })}</Text>}
        {campaign.replied > 0 && (
          <Text size="sm">
            {t('campaigns.replied')}: {campaign.replied}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          <RelativeTime at={campaign.startedAt ?? campaign.createdAt} />
        </Text>
      </Group>
    </Card>
  )
}
