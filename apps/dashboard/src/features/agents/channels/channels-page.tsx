// All channels: which work, and what the others need.
import { Badge, Button, Skeleton, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconApi,
  IconBrandDiscord,
  IconBrandGoogle,
  IconBrandInstagram,
  IconBrandMessenger,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconCode,
  IconDeviceMobileMessage,
  IconMail,
  IconPhone,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isAvailable } from '@parlance/contract/platform/features'
import { labelled } from '../../../components/content/locale.ts'
import { errorText } from '../../../lib/errors.ts'
import { AppLink, useSearchParam } from '../../../lib/link.tsx'
import { paths, type Target } from '../../../lib/paths.ts'
import { agencyHost } from '../../../lib/agency/host.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { useDraft } from '../draft/draft.tsx'
import { LiveStatus } from '../overview/live-status.tsx'
import { FOREIGN_CHANNELS, foreignChannel, type Channel, type ForeignChannel } from './channels.ts'
import { useChannels, useChannelsQuery } from './connections/use-connections.ts'
import classes from './channels.module.css'

const DeployDialog = lazy(() => import('../deploy/deploy-dialog.tsx'))
const ChannelDrawer = lazy(() => import('./channel-drawer.tsx'))

const ICONS: Record<Channel, Icon> = {
  website: IconCode,
  api: IconApi,
  number: IconPhone,
  whatsapp: IconBrandWhatsapp,
  discord: IconBrandDiscord,
  telegram: IconBrandTelegram,
  instagram: IconBrandInstagram,
  messenger: IconBrandMessenger,
  sms: IconDeviceMobileMessage,
  email: IconMail,
  webhook: IconWebhook,
}

export function ChannelsPage() {
  const { t } = useTranslation()
  const { region, client } = useScope()
  const { agentId, config } = useDraft()
  const channels = useChannelsQuery()
  const [wanted, setWanted] = useSearchParam('channel')
  const [script, dialog] = useDisclosure()
  // An e-mail address has the installation's domain, which agency pages don't name.
  const foreign = FOREIGN_CHANNELS.filter((channel) => !(client && agencyHost && channel === 'email'))
  const named = foreignChannel(wanted)
  const shown = foreign.find((channel) => channel === named)
  return (
    <Page help="channels" title={t('area.tabs.channels')} narrow>
      {channels.isError && !channels.data && (
        <ErrorMessage text={errorText(channels.error)} onRetry={() => void channels.refetch()} />
      )}
      <ul className={classes.cards}>
        {!client && (
          <>
            <Card channel="website">
              <Button variant="default" size="xs" onClick={dialog.open}>
                {t('area.publish.script')}
              </Button>
            </Card>
            <Card channel="api">
              <LinkButton target={paths.settings(region, agentId, 'technical')}>{t('channels.commands')}</LinkButton>
            </Card>
            {config.agentPlatform === 'vg' && (
              <Card channel="number">
                <LinkButton
                  target={paths.voiceChannel(region, agentId)}
                  label={labelled(t('channels.manage'), t('area.channelNames.number'))}
                >
                  {t('channels.manage')}
                </LinkButton>
              </Card>
            )}
          </>
        )}
        {foreign.map((channel) => (
          <Card key={channel} channel={channel}>
            <OpenChannel channel={channel} onOpen={() => setWanted(channel)} />
          </Card>
        ))}
        {!client && (
          <li className={classes.card}>
            <div className={classes.head}>
              <IconBrandGoogle size={22} stroke={1.5} aria-hidden />
              <Title order={2} size="h4">
                {t('area.channelNames.google')}
              </Title>
              <Badge color="gray">{t('channels.deprecated')}</Badge>
            </div>
            <Text size="sm" c="dimmed" flex={1}>
              {t('channels.google.text')}
            </Text>
            <div>
              <Button variant="default" size="xs" disabled>
                {t('channels.manage')}
              </Button>
            </div>
          </li>
        )}
      </ul>
      <Suspense fallback={null}>
        {shown && <ChannelDrawer channel={shown} onClose={() => setWanted(undefined)} />}
        {script && <DeployDialog onClose={dialog.close} />}
      </Suspense>
    </Page>
  )
}

function Card({ channel, children }: { channel: Channel; children: ReactNode }) {
  const { t } = useTranslation()
  const ChannelIcon = ICONS[channel]
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <ChannelIcon size={22} stroke={1.5} aria-hidden />
        <Title order={2} size="h4">
          {t(`area.channelNames.${channel}`)}
        </Title>
        <ChannelState channel={channel} />
      </div>
      <Text size="sm" c="dimmed" flex={1}>
        {t(`channels.${channel}.text`)}
      </Text>
      {channel === 'website' && <WebsiteState />}
      <div>{children}</div>
    </li>
  )
}

/** The same state as on the agent's home. */
function WebsiteState() {
  const { api } = useScope()
  const { agentId } = useDraft()
  const overview = useQuery(api.analytics.overview.queryOptions({ input: { agentId }, staleTime: 0 })).data?.data
  return (
    <Text size="sm" c="dimmed" className={classes.state} aria-busy={!overview}>
      {overview && <LiveStatus of={{ site: overview.site, channels: [] }} />}
    </Text>
  )
}

/** A channel without setup is ready; others are connected, available or unavailable. */
function ChannelState({ channel }: { channel: Channel }) {
  const { t } = useTranslation()
  const { data: channels, isPending } = useChannelsQuery()
  if (channel === 'website') return null
  if (channel === 'api') return <Badge color="green">{t('channels.ready')}</Badge>
  if (channel === 'number') return <PhoneState />
  if (!channels) return isPending ? <Skeleton width={90} height={18} radius="xl" /> : null
  const connection = channels.items.find((one) => one.channel === channel)
  if (connection?.status === 'failing') return <Badge color="red">{t('channels.failing')}</Badge>
  if (connection && connection.lastError !== '') return <Badge color="yellow">{t('channels.failing')}</Badge>
  if (connection) return <Badge color="green">{t('channels.active')}</Badge>
  if (channel === 'email' && !isHere(channels, channel)) return <Badge color="gray">{t('channels.comingSoon')}</Badge>
  if (!isAvailable(`channel.${channel}`)) return <Badge color="gray">{t('area.planned')}</Badge>
  return <Badge color="gray">{t('channels.notConnected')}</Badge>
}

/** Calls are assigned by number, outside of the connections. */
function PhoneState() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const { agentId } = useDraft()
  const numbers = useQuery(api.numbers.list.queryOptions({ input: { uid: workspace.uid } })).data?.items
  if (!numbers) return null
  return numbers.some(({ callAgentId }) => callAgentId === agentId) ? (
    <Badge color="green">{t('channels.active')}</Badge>
  ) : (
    <Badge color="gray">{t('channels.notConnected')}</Badge>
  )
}

type Channels = NonNullable<ReturnType<typeof useChannels>>
const isHere = ({ available }: Channels, channel: Channel) => available.some((one) => one.channel === channel)

/** Email is unavailable when the installation receives no mail. */
function OpenChannel({ channel, onOpen }: { channel: ForeignChannel; onOpen: () => void }) {
  const { t } = useTranslation()
  const channels = useChannels()
  const label = t(channels && !isHere(channels, channel) ? 'channels.see' : 'channels.manage')
  return (
    <Button
      variant="default"
      size="xs"
      disabled={channel === 'email' && channels && !isHere(channels, channel)}
      aria-label={labelled(label, t(`area.channelNames.${channel}`))}
      onClick={onOpen}
    >
      {label}
    </Button>
  )
}

function LinkButton({ target, label, children }: { target: Target; label?: string; children: ReactNode }) {
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={label}
      renderRoot={(props) => <AppLink target={target} {...props} />}
    >
      {children}
    </Button>
  )
}
