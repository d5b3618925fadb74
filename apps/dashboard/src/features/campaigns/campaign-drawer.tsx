// One campaign: figures, recipients and actions.
import { Alert, Anchor, Badge, Box, Button, Checkbox, Group, Select, Stack, Table, Text } from '@mantine/core'
import type { Campaign, RecipientState } from '@parlance/contract/campaigns/schemas'
import { channelLabel } from '@parlance/contract/channels/list'
import { IconPhoneOff } from '@tabler/icons-react'
import { msg } from '@parlance/i18n/messages'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateAndTime, dateLocale, labelled } from '../../components/content/locale.ts'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { PagedList } from '../../components/lists/paged-list.tsx'
import { confirm } from '../../components/overlay/confirm.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { RowMenu } from '../../components/overlay/row-menu.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { lazyWithTexts } from '../../i18n/lazy-with-texts.ts'
import { numberLocale } from '../../i18n/number-locale.ts'
import { translateMessage } from '../../i18n/translate-message.ts'
import { errorText } from '../../lib/errors.ts'
import { AppLink } from '../../lib/link.tsx'
import { listProps, paged } from '../../lib/paged-query.ts'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import CampaignForm from './campaign-form.tsx'
import { CampaignProgress } from './campaign-progress.tsx'
import {
  dayName,
  LIVE_MS,
  progressOf,
  RECIPIENT_COLORS,
  STATE_COLORS,
  statesOf,
  useCampaignAct,
  useMayStart,
} from './use-campaigns.ts'

const CampaignMetrics = lazyWithTexts(() => import('./campaign-metrics.tsx'), 'CampaignMetrics')

interface Props {
  agentId: string
  campaignId: string
  onClose: () => void
}
const PAGE = 50

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
          {campaign.state !== 'draft' && (
            <>
              <Suspense>
                <CampaignMetrics agentId={agentId} campaignId={campaignId} />
              </Suspense>
              <Recipients campaign={campaign} />
            </>
          )}
        </Stack>
      )}
    </SideDrawer>
  )
}

function Head({ campaign }: { campaign: Campaign }) {
  const { t, i18n } = useTranslation()
  const { state, channel, group, text, mail, pausedWhy, pausedWhyMessage, counts, replied, credits } = campaign
  const { startedAt, startedBy } = campaign
  const isCalling = channel === 'voice'
  return (
    <>
      <Group gap="xs">
        <Badge variant="light" color={STATE_COLORS[state]}>
          {t(`campaigns.states.${state}`)}
        </Badge>
        <Text size="sm" c="dimmed">
          {isCalling ? t('campaigns.kinds.calls') : channelLabel(channel)} · {group || t('campaigns.everyone')}
          {state !== 'draft' && ` · ${t('campaigns.credits', { count: credits })}`}
        </Text>
      </Group>
      {startedAt && startedBy && (
        <Text size="sm" c="dimmed">
          {t('campaigns.consent', { name: startedBy.name, at: dateAndTime(startedAt) })}
        </Text>
      )}
      {pausedWhy && <Alert color="yellow">{translateMessage({ ...pausedWhyMessage, message: pausedWhy })}</Alert>}
      <Text dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {mail && (
          <Text span fw={600}>
            {`${mail.subject}\n`}
          </Text>
        )}
        {text}
      </Text>
      {mail?.sender && (
        <Text size="sm" c="dimmed" dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {mail.sender}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {hoursOf(campaign, i18n.language)}
      </Text>
      <CampaignProgress campaign={campaign} />
      {state !== 'draft' && (
        <Box
          style={{
            display: 'grid',
            gap: 'var(--mantine-spacing-sm)',
            gridTemplateColumns: 'repeat(auto-fill, minmax(8rem, 1fr))',
          }}
        >
          {statesOf(campaign)
            .filter((one) => (counts[one] ?? 0) > 0)
            .map((one) => (
              <Figure
                key={one}
                label={t(`campaigns.recipientStates.${shownState(state, one)}`)}
                value={counts[one] ?? 0}
              />
            ))}
          {!isCalling && <Figure label={t('campaigns.replied')} value={replied} />}
          {isCalling && <Talk campaign={campaign} />}
        </Box>
      )}
    </>
  )
}

/** Recipients still waiting when a campaign is stopped are never contacted. */
const shownState = (campaign: Campaign['state'], state: RecipientState): RecipientState =>
  campaign === 'stopped' && state === 'waiting' ? 'skipped' : state

/** Its days, hours and time zone. */
function hoursOf({ days, from, until, timeZone }: Campaign, language: string): string {
  const names = days.map((day) => dayName(day, language))
  return `${new Intl.ListFormat(language, { type: 'unit', style: 'narrow' }).format(names)} · ${from}–${until} · ${timeZone}`
}

/** Results of its calls. */
function Talk({ campaign }: { campaign: Campaign }) {
  const { t, i18n } = useTranslation()
  const { seconds, answeredSeconds, credits } = campaign.talk
  const { sent: answered, missed, failed } = progressOf(campaign)
  const over = answered + missed + failed
  const percent = (share: number) =>
    share.toLocaleString(numberLocale(i18n.language), { style: 'percent', maximumFractionDigits: 0 })
  return (
    <>
      {over > 0 && <Figure label={t('campaigns.answerRate')} value={percent(answered / over)} />}
      <Figure label={t('campaigns.minutes')} value={(seconds / 60).toLocaleString(dateLocale(), ONE_DIGIT)} />
      {answered > 0 && <Figure label={t('campaigns.perCall')} value={clock(answeredSeconds / answered)} />}
      <Figure label={t('campaigns.minuteCost')} value={credits.toLocaleString(dateLocale(), ONE_DIGIT)} />
    </>
  )
}
const clock = (seconds: number): string =>
  `${Math.floor(Math.round(seconds) / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`
const ONE_DIGIT = { maximumFractionDigits: 1 } as const

const Figure = ({ label, value }: { label: string; value: number | string }) => (
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
  const { state, name, id: campaignId, agentId, channel } = campaign
  const failed = campaign.counts.failed ?? 0
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
      {(isOpen || state === 'done') && channel !== 'voice' && failed > 0 && (
        <Button
          variant="default"
          onClick={() => void act(() => api.campaigns.retryFailed.call(input), t('campaigns.retriedFailed'))}
        >
          {t('campaigns.retryFailed', { count: failed })}
        </Button>
      )}
      {(state === 'draft' || state === 'paused') && (
        <Button variant="default" onClick={onEdit}>
          {t('campaigns.edit')}
        </Button>
      )}
      {isOpen ? (
        <Button variant="light" color="red" onClick={() => void stop()}>
          {t('campaigns.stop')}
        </Button>
      ) : (
        <Button variant="light" color="red" onClick={() => void remove()}>
          {t('campaigns.delete')}
        </Button>
      )}
      {isStarting && <StartDialog campaign={campaign} onEdit={onEdit} onClose={() => setStarting(false)} />}
    </Group>
  )
}

function StartDialog({ campaign, onEdit, onClose }: { campaign: Campaign; onEdit: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const act = useCampaignAct()
  const isCalling = campaign.channel === 'voice'
  const [agreed, setAgreed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const input = { agentId: campaign.agentId, campaignId: campaign.id }
  const query = useQuery(api.campaigns.reach.queryOptions({ input, retry: false, gcTime: 0 }))
  const reach = query.data?.data
  const isPaid = reach?.isAffordable === true
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
              <Text fw={600}>
                {t(isCalling ? 'campaigns.callReach' : 'campaigns.reach', { count: reach.recipients })}
              </Text>
              {reach.withoutAddress > 0 && (
                <Text size="sm" c="dimmed">
                  {t(isCalling ? 'campaigns.withoutNumber' : 'campaigns.withoutAddress', {
                    count: reach.withoutAddress,
                  })}
                </Text>
              )}
              {reach.withoutName > 0 && (
                <Text size="sm" c="dimmed">
                  {t('campaigns.withoutName', { count: reach.withoutName })}
                </Text>
              )}
              {reach.optedOut > 0 && (
                <Text size="sm" c="dimmed">
                  {t(isCalling ? 'campaigns.notToCall' : 'campaigns.optedOut', { count: reach.optedOut })}
                </Text>
              )}
            </div>
            <Text size="sm">
              {reach.creditsPerMinute === null
                ? t('campaigns.price', { credits: reach.credits })
                : t('campaigns.callPrice', { credits: reach.credits, minute: reach.creditsPerMinute })}
            </Text>
            {reach.lacksSender && (
              <Alert color="red">
                <Stack gap="xs" align="flex-start">
                  {translateMessage(msg('campaign_sender_required'))}
                  <Button size="xs" variant="default" onClick={onEdit}>
                    {t('campaigns.addSender')}
                  </Button>
                </Stack>
              </Alert>
            )}
            {!isPaid && (
              <Alert color="red">
                {reach.available === null
                  ? t('campaigns.tooFewOfAgency')
                  : t('campaigns.tooFew', { available: Math.floor(reach.available) })}
              </Alert>
            )}
            <Checkbox
              label={t(isCalling ? 'campaigns.agreedCalls' : 'campaigns.agreed')}
              description={t('campaigns.agreedHint')}
              checked={agreed}
              onChange={(event) => setAgreed(event.currentTarget.checked)}
            />
            <Group justify="flex-end">
              <Button
                disabled={!agreed || !isPaid || reach.lacksSender || reach.recipients === 0}
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

function Recipients({ campaign }: { campaign: Campaign }) {
  const { agentId, id: campaignId, state: of } = campaign
  const isCalling = campaign.channel === 'voice'
  const act = useCampaignAct()
  const mayChange = useMayStart()
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
  const states = statesOf(campaign).map((value) => ({ value, label: t(`campaigns.recipientStates.${value}`) }))
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
        <Table.ScrollContainer minWidth={300}>
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
                    <Badge
                      variant="light"
                      color={one.replied ? 'green' : RECIPIENT_COLORS[shownState(of, one.state)]}
                      tt="none"
                    >
                      {t(one.replied ? 'campaigns.replied' : `campaigns.recipientStates.${shownState(of, one.state)}`)}
                    </Badge>
                    {one.reason && (
                      <Text size="xs" c="dimmed">
                        {translateMessage({ ...one.reasonMessage, message: one.reason })}
                      </Text>
                    )}
                    {isCalling && one.attempts > 0 && (
                      <Text size="xs" c="dimmed">
                        {t('campaigns.tries', { count: one.attempts })}
                        {one.seconds > 0 && ` · ${clock(one.seconds)}`}
                      </Text>
                    )}
                    {one.conversationId && (
                      <Anchor
                        size="xs"
                        underline="always"
                        renderRoot={(props) => (
                          <AppLink
                            target={paths.conversation(region, agentId, one.conversationId ?? '')}
                            aria-label={labelled(
                              t(isCalling ? 'campaigns.hearCall' : 'campaigns.chat'),
                              one.name || one.address,
                            )}
                            {...props}
                          />
                        )}
                      >
                        {t(isCalling ? 'campaigns.hearCall' : 'campaigns.chat')}
                      </Anchor>
                    )}
                  </Table.Td>
                  {isCalling && mayChange && (
                    <Table.Td ta="end" w={56}>
                      <RowMenu
                        size="md"
                        label={t('campaigns.more', { name: one.name || one.address })}
                        actions={[
                          {
                            text: t('campaigns.neverCall'),
                            icon: IconPhoneOff,
                            danger: true,
                            onClick: () =>
                              void act(
                                () => api.campaigns.blockNumber.call({ agentId, phone: one.address }),
                                t('campaigns.neverCallDone', { phone: one.address }),
                              ),
                          },
                        ]}
                      />
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </PagedList>
    </Stack>
  )
}
