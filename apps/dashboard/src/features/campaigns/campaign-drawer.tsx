// One campaign: its figures, its recipients, and what can be done with it.
import { Alert, Badge, Button, Checkbox, Group, Select, Stack, Table, Text } from '@mantine/core'
import { type Campaign, RECIPIENT_STATES, type RecipientState } from '@parlance/contract/campaigns/schemas'
import { channelLabel } from '@parlance/contract/channels/list'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { PagedList } from '../../components/lists/paged-list.tsx'
import { confirm } from '../../components/overlay/confirm.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { errorText } from '../../lib/errors.ts'
import { AppLink } from '../../lib/link.tsx'
import { listProps, paged } from '../../lib/paged-query.ts'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import CampaignForm from './campaign-form.tsx'
import { STATE_COLORS, useCampaignAct, useMayStart } from './use-campaigns.ts'

interface Props {
  agentId: string
  campaignId: string
  onClose: () => void
}
const PAGE = 50
const LIVE_MS = 5000

export default function CampaignDrawer({ agentId, campaignId, onClose }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const [isEditing, setEditing] = useState(false)
  const query = useQuery(
    api.campaigns.get.queryOptions({
      input: { agentId, campaignId },
      retry: false,
      refetchInterval: ({ state: { data } }) => (data?.data.state === 'running' ? LIVE_MS : false),
    }),
  )
  const campaign = query.data?.data
  if (campaign && isEditing)
    return (
      <CampaignForm
        agentId={agentId}
        campaign={campaign}
        onClose={() => setEditing(false)}
        onSaved={() => setEditing(false)}
      />
    )
  return (
    <SideDrawer title={campaign?.name ?? t('campaigns.title')} onClose={onClose} size="lg">
      {query.isPending && <RowSkeletons />}
      {query.error && <ErrorMessage text={errorText(query.error)} onRetry={() => void query.refetch()} />}
      {campaign && (
        <Stack>
          <Head campaign={campaign} />
          <Actions campaign={campaign} onEdit={() => setEditing(true)} onClose={onClose} />
          {campaign.state !== 'draft' && <Recipients campaign={campaign} />}
        </Stack>
      )}
    </SideDrawer>
  )
}

function Head({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation()
  const { state, channel, group, text, pausedWhy, counts, replied, startedBy, credits } = campaign
  return (
    <>
      <Group gap="xs">
        <Badge variant="light" color={STATE_COLORS[state]}>
          {t(`campaigns.states.${state}`)}
        </Badge>
        <Text size="sm" c="dimmed">
          {channelLabel(channel)} · {group || t('campaigns.everyone')}
          {state !== 'draft' && ` · ${t('campaigns.credits', { count: credits })}`}
          {startedBy && ` · ${t('campaigns.startedBy', { name: startedBy.name })}`}
        </Text>
      </Group>
      {pausedWhy && <Alert color="yellow">{pausedWhy}</Alert>}
      <Text dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      {state !== 'draft' && (
        <Group gap="lg">
          {RECIPIENT_STATES.filter((one) => (counts[one] ?? 0) > 0).map((one) => (
            <Figure key={one} label={t(`campaigns.recipientStates.${one}`)} value={counts[one] ?? 0} />
          ))}
          <Figure label={t('campaigns.replied')} value={replied} />
        </Group>
      )}
    </>
  )
}

const Figure = ({ label, value }: { label: string; value: number }) => (
  <div>
    <Text fw={600} size="lg">
      {value}
    </Text>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
  </div>
)

function Actions({ campaign, onEdit, onClose }: { campaign: Campaign; onEdit: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const act = useCampaignAct()
  const [isStarting, setStarting] = useState(false)
  const { state, name, id: campaignId, agentId } = campaign
  const input = { agentId, campaignId }
  if (!useMayStart()) return null
  const isOpen = state === 'running' || state === 'paused'
  const stop = async () => {
    const body = t('campaigns.stopBody')
    if (await confirm({ title: t('campaigns.stopTitle'), body, confirm: t('campaigns.stop') }))
      await act(() => api.campaigns.stop.call(input))
  }
  const remove = async () => {
    const body = t('campaigns.deleteBody', { name })
    if (!(await confirm({ title: t('campaigns.deleteTitle'), body, confirm: t('campaigns.delete') }))) return
    if (await act(() => api.campaigns.delete.call(input), t('campaigns.deleted'))) onClose()
  }
  return (
    <Group gap="sm">
      {state === 'draft' && <Button onClick={() => setStarting(true)}>{t('campaigns.start')}</Button>}
      {state === 'running' && (
        <Button variant="default" onClick={() => void act(() => api.campaigns.pause.call(input))}>
          {t('campaigns.pause')}
        </Button>
      )}
      {state === 'paused' && (
        <Button onClick={() => void act(() => api.campaigns.resume.call(input))}>{t('campaigns.resume')}</Button>
      )}
      {(state === 'draft' || state === 'paused') && (
        <Button variant="default" onClick={onEdit}>
          {t('campaigns.edit')}
        </Button>
      )}
      {isOpen ? (
        <Button variant="default" color="red" onClick={() => void stop()}>
          {t('campaigns.stop')}
        </Button>
      ) : (
        <Button variant="subtle" color="red" onClick={() => void remove()}>
          {t('campaigns.delete')}
        </Button>
      )}
      {isStarting && <StartDialog campaign={campaign} onClose={() => setStarting(false)} />}
    </Group>
  )
}

function StartDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const act = useCampaignAct()
  const [agreed, setAgreed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const input = { agentId: campaign.agentId, campaignId: campaign.id }
  const query = useQuery(api.campaigns.reach.queryOptions({ input, retry: false, gcTime: 0 }))
  const reach = query.data?.data
  const isPaid = reach !== undefined && reach.credits <= reach.available
  const start = async () => {
    setBusy(true)
    const isStarted = await act(() => api.campaigns.start.call({ ...input, agreed: true }), t('campaigns.started'))
    setBusy(false)
    if (isStarted) onClose()
  }
  return (
    <Dialog onClose={onClose} title={t('campaigns.startTitle', { name: campaign.name })}>
      <Stack>
        {query.isPending && <RowSkeletons />}
        {query.error && <ErrorMessage text={errorText(query.error)} onRetry={() => void query.refetch()} />}
        {reach && (
          <>
            <div>
              <Text fw={600}>{t('campaigns.reach', { count: reach.recipients })}</Text>
              {reach.withoutAddress > 0 && (
                <Text size="sm" c="dimmed">
                  {t('campaigns.withoutAddress', { count: reach.withoutAddress })}
                </Text>
              )}
              {reach.optedOut > 0 && (
                <Text size="sm" c="dimmed">
                  {t('campaigns.optedOut', { count: reach.optedOut })}
                </Text>
              )}
            </div>
            <Text size="sm">{t('campaigns.price', { credits: reach.credits })}</Text>
            {!isPaid && <Alert color="red">{t('campaigns.tooFew', { available: Math.floor(reach.available) })}</Alert>}
            <Checkbox
              label={t('campaigns.agreed')}
              description={t('campaigns.agreedHint')}
              checked={agreed}
              onChange={(event) => setAgreed(event.currentTarget.checked)}
            />
            <Group justify="flex-end">
              <Button
                disabled={!agreed || !isPaid || reach.recipients === 0}
                loading={isBusy}
                onClick={() => void start()}
              >
                {t('campaigns.startNow')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Dialog>
  )
}

function Recipients({ campaign: { agentId, id: campaignId, state: of } }: { campaign: Campaign }) {
  const { t } = useTranslation()
  const { api, region } = useScope()
  const [state, setState] = useState<RecipientState | ''>('')
  const list = useInfiniteQuery(
    api.campaigns.recipients.infiniteOptions({
      input: (cursor: string | undefined) => ({
        agentId,
        campaignId,
        limit: PAGE,
        ...(state && { state }),
        ...(cursor && { cursor }),
      }),
      ...paged,
      refetchInterval: of === 'running' ? LIVE_MS : false,
    }),
  )
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const states = RECIPIENT_STATES.map((value) => ({ value, label: t(`campaigns.recipientStates.${value}`) }))
  return (
    <Stack gap="xs" component="section" aria-label={t('campaigns.recipients')}>
      <Select
        aria-label={t('campaigns.recipients')}
        data={[{ value: '', label: t('campaigns.anyState') }, ...states]}
        value={state}
        allowDeselect={false}
        onChange={(value) => setState((value ?? '') as RecipientState | '')}
      />
      <PagedList
        of="leads"
        shown={items.length}
        search=""
        onClearSearch={() => setState('')}
        empty={<Text c="dimmed">{t('campaigns.noRecipients')}</Text>}
        {...listProps(list)}
      >
        <Table.ScrollContainer minWidth={420}>
          <Table verticalSpacing="xs">
            <Table.Tbody>
              {items.map((one) => (
                <Table.Tr key={one.leadId}>
                  <Table.Td>
                    <Text size="sm" dir="auto">
                      {one.name || one.address}
                    </Text>
                    <Text size="xs" c="dimmed" dir="ltr">
                      {one.address}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm">
                      {t(one.replied ? 'campaigns.replied' : `campaigns.recipientStates.${one.state}`)}
                    </Text>
                    {one.reason && (
                      <Text size="xs" c="dimmed">
                        {one.reason}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>
                    {one.conversationId && (
                      <AppLink target={paths.conversation(region, agentId, one.conversationId)}>
                        {t('campaigns.chat')}
                      </AppLink>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </PagedList>
    </Stack>
  )
}
