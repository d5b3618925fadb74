// Where an agent can be met: what works now, and what each other way needs.
import { Badge, Button, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconApi,
  IconBrandDiscord,
  IconBrandInstagram,
  IconBrandMessenger,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconCode,
  IconPhone,
  type Icon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isAvailable } from '@parlance/contract/platform/features'
import { labelled } from '../../../components/content/locale.ts'
import { AppLink, useSearchParam } from '../../../lib/link.tsx'
import { paths, type Target } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { useDraft } from '../draft/draft.tsx'
import { LiveStatus } from '../overview/live-status.tsx'
import { ChannelDrawer } from './channel-drawer.tsx'
import { FOREIGN_CHANNELS, foreignChannel, type Channel } from './channels.ts'
import { useConnections } from './telegram-connection.tsx'
import classes from './channels.module.css'

const DeployDialog = lazy(() => import('../deploy/deploy-dialog.tsx'))

const ICONS: Record<Channel, Icon> = {
  website: IconCode,
  api: IconApi,
  number: IconPhone,
  whatsapp: IconBrandWhatsapp,
  discord: IconBrandDiscord,
  telegram: IconBrandTelegram,
  instagram: IconBrandInstagram,
  messenger: IconBrandMessenger,
}

export function ChannelsPage() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId, config } = useDraft()
  const [wanted, setWanted] = useSearchParam('channel')
  const [script, dialog] = useDisclosure()
  const shown = foreignChannel(wanted)
  return (
    <Page help="channels" title={t('area.tabs.channels')} narrow>
      <ul className={classes.cards}>
        <Card channel="website">
          <Button variant="default" size="xs" onClick={dialog.open}>
            {t('area.publish.script')}
          </Button>
        </Card>
        <Card channel="api">
          <LinkButton target={paths.settings(region, agentId, 'technical')}>{t('area.channels.commands')}</LinkButton>
        </Card>
        {config.agentPlatform === 'vg' && (
          <Card channel="number">
            <LinkButton target={paths.voiceChannel(region, agentId)}>{t('area.channels.see')}</LinkButton>
          </Card>
        )}
        {FOREIGN_CHANNELS.map((channel) => (
          <Card key={channel} channel={channel}>
            <Button
              variant="default"
              size="xs"
              aria-label={labelled(t('area.channels.see'), t(`area.channels.${channel}.name`))}
              onClick={() => setWanted(channel)}
            >
              {t('area.channels.see')}
            </Button>
          </Card>
        ))}
      </ul>
      {shown && <ChannelDrawer channel={shown} onClose={() => setWanted(undefined)} />}
      <Suspense fallback={null}>{script && <DeployDialog onClose={dialog.close} />}</Suspense>
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
          {t(`area.channels.${channel}.name`)}
        </Title>
        <ChannelState channel={channel} />
      </div>
      <Text size="sm" c="dimmed" flex={1}>
        {t(`area.channels.${channel}.text`)}
      </Text>
      {channel === 'website' && <WebsiteState />}
      <div>{children}</div>
    </li>
  )
}

/** As the home of the agent says it. */
function WebsiteState() {
  const { api } = useScope()
  const { agentId } = useDraft()
  const overview = useQuery(api.analytics.overview.queryOptions({ input: { agentId }, staleTime: 0 })).data?.data
  return (
    <Text size="sm" c="dimmed" className={classes.state} aria-busy={!overview}>
      {overview && <LiveStatus site={overview.site} />}
    </Text>
  )
}

/** A channel that exists and needs no connection is ready; the others say whether they can be connected at all. */
function ChannelState({ channel }: { channel: Channel }) {
  const { t } = useTranslation()
  const connections = useConnections()
  if (channel === 'website') return null
  if (!isAvailable(`channel.${channel}`)) return <Badge color="gray">{t('area.planned')}</Badge>
  const isConnected = channel === 'api'
  if (connections?.some((one) => one.channel === channel))
    return <Badge color="green">{t('area.channels.active')}</Badge>
  return (
    <Badge color={isConnected ? 'green' : 'gray'}>
      {isConnected ? t('area.channels.ready') : t('area.channels.notConnected')}
    </Badge>
  )
}

function LinkButton({ target, children }: { target: Target; children: ReactNode }) {
  return (
    <Button variant="default" size="xs" renderRoot={(props) => <AppLink target={target} {...props} />}>
      {children}
    </Button>
  )
}
