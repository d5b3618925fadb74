// An external channel: requirements, connection and state.
import { Anchor, Button, Loader, Stack, Text, Title } from '@mantine/core'
import { isAvailable } from '@parlance/contract/platform/features'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { Editing } from '../../../components/feedback/read-only.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { ReadOnlyDraft } from '../draft/read-only-draft.tsx'
import { ChannelLog } from './channel-log.tsx'
import { ChannelLosses } from './channel-losses.tsx'
import type { ForeignChannel } from './channels.ts'
import { ConnectedState } from './connections/connected-state.tsx'
import { CONNECTION_PARTS } from './connections/connection-parts.tsx'
import { TestMessage } from './test-message.tsx'
import { useChannelsQuery } from './connections/use-connections.ts'
import classes from './channels.module.css'

const OlderWhatsapp = lazy(() => import('./whatsapp/older-whatsapp.tsx'))

export default function ChannelDrawer({ channel, onClose }: { channel: ForeignChannel; onClose: () => void }) {
  const { t } = useTranslation()
  const name = t(`area.channelNames.${channel}`)
  const needs = t(`channels.${channel}.needs`).split('\n')
  const { client } = useScope()
  const query = useChannelsQuery()
  const channels = query.data
  const here = channels?.available.find((one) => one.channel === channel)
  const connection = channels?.items.find((one) => one.channel === channel)
  const isConnected = connection !== undefined
  const showPart = here && CONNECTION_PARTS[channel]
  return (
    <SideDrawer title={name} onClose={onClose}>
      <ReadOnlyDraft as="part">
        <Stack gap="md">
          <Text size="sm">{t(`channels.${channel}.text`)}</Text>
          {query.isPending && <RowSkeletons rows={2} />}
          {query.isError && !channels && (
            <ErrorMessage text={errorText(query.error)} onRetry={() => void query.refetch()} />
          )}
          <ConnectedState channel={channel} />
          {channels && !isConnected && (
            <div>
              <Title order={3} size="h4" mb={4}>
                {t('channels.needs')}
              </Title>
              <ul className={classes.needs}>
                {needs.map((need) => (
                  <Text key={need} component="li" size="sm">
                    {need}
                  </Text>
                ))}
              </ul>
            </div>
          )}
          {showPart && <Suspense fallback={<Loader size="sm" />}>{showPart(channel)}</Suspense>}
          {channels && !showPart && <NotHere channel={channel} name={name} />}
          {here?.sandbox && !client && (
            <Anchor
              size="sm"
              href={
                channel === 'email'
                  ? `/sandbox/mail?write=1&to=${encodeURIComponent(connection?.name ?? '')}`
                  : `/sandbox/${channel}`
              }
              target="_blank"
              rel="noopener"
            >
              {t('channels.simulator')}
            </Anchor>
          )}
          {isConnected && channel !== 'whatsapp' && (
            <Editing>
              <TestMessage channel={channel} />
            </Editing>
          )}
          {here && <ChannelLosses channel={channel} />}
          {isConnected && <ChannelLog channel={channel} />}
          {channel === 'whatsapp' && !client && (
            <Suspense fallback={null}>
              <OlderWhatsapp />
            </Suspense>
          )}
        </Stack>
      </ReadOnlyDraft>
    </SideDrawer>
  )
}

function NotHere({ channel, name }: { channel: ForeignChannel; name: string }) {
  const { t } = useTranslation()
  const reason = t(isAvailable(`channel.${channel}`) ? 'channels.unavailable' : 'channels.planned', { name })
  return (
    <>
      <AlertBox kind="info">{reason}</AlertBox>
      <div>
        <Button disabled title={reason}>
          {t('channels.connect', { name })}
        </Button>
      </div>
    </>
  )
}
