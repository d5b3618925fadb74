// Entries of the menu next to Publish; loaded on hover.
import { Badge, Menu } from '@mantine/core'
import { isAvailable, type Feature } from '@parlance/contract/platform/features'
import {
  IconBrandDiscord,
  IconBrandInstagram,
  IconBrandMessenger,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconCode,
  IconCopy,
  IconHistory,
  IconPhone,
  type Icon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AppLink, useSearchParam } from '../../../lib/link.tsx'
import { paths, type Target } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useDraft } from '../draft/draft.tsx'

const CHANNELS = [
  ['whatsapp', IconBrandWhatsapp],
  ['discord', IconBrandDiscord],
  ['telegram', IconBrandTelegram],
  ['instagram', IconBrandInstagram],
  ['messenger', IconBrandMessenger],
] as const

export default function PublishEntries({ onScript }: { onScript: () => void }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId } = useDraft()
  const [, setHistory] = useSearchParam('history')
  return (
    <>
      <Menu.Label>{t('area.publish.deploy')}</Menu.Label>
      <Menu.Item leftSection={<IconCode size={16} stroke={1.5} />} onClick={onScript}>
        {t('area.publish.script')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Label>{t('area.publish.connect')}</Menu.Label>
      <Entry
        icon={IconPhone}
        feature="channel.number"
        label={t('area.publish.number')}
        target={paths.voiceChannel(region, agentId)}
      />
      {CHANNELS.map(([key, icon]) => (
        <Entry
          key={key}
          icon={icon}
          feature={`channel.${key}`}
          label={t(`area.channelNames.${key}`)}
          target={paths.part(region, agentId, 'channels', { channel: key })}
        />
      ))}
      <Menu.Divider />
      <Menu.Label>{t('area.publish.history')}</Menu.Label>
      <Menu.Item leftSection={<IconHistory size={16} stroke={1.5} />} onClick={() => setHistory('true')}>
        {t('area.versionHistory')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCopy size={16} stroke={1.5} />}
        renderRoot={(props) => <AppLink target={paths.copies(region, agentId)} {...props} />}
      >
        {t('area.publish.copies')}
      </Menu.Item>
    </>
  )
}

interface EntryProps {
  icon: Icon
  feature: Feature
  label: string
  target: Target
}

/** Links to the channel's setup, also when it is unavailable. */
function Entry({ icon: EntryIcon, feature, label, target }: EntryProps) {
  const { t } = useTranslation()
  return (
    <Menu.Item
      rightSection={
        isAvailable(feature) ? undefined : (
          <Badge size="xs" color="gray">
            {t('area.planned')}
          </Badge>
        )
      }
      leftSection={<EntryIcon size={16} stroke={1.5} />}
      renderRoot={(props) => <AppLink target={target} {...props} />}
    >
      {label}
    </Menu.Item>
  )
}
