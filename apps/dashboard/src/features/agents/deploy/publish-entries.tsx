// What the menu beside Publish offers; loaded when somebody goes near it.
import {
  IconBrandDiscord,
  IconBrandInstagram,
  IconBrandMessenger,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconCode,
  IconHistory,
  IconPhone,
  type Icon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AppLink, useSearchParam } from '../../../link.tsx'
import { paths, type Target } from '../../../paths.ts'
import { useScope } from '../../../scope.tsx'
import { Menu } from '../../../ui/menu.tsx'
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
      <Entry icon={IconPhone} label={t('area.publish.number')} target={paths.voiceChannel(region, agentId)} />
      {CHANNELS.map(([key, icon]) => (
        <Entry
          key={key}
          icon={icon}
          label={t(`area.channels.${key}.name`)}
          target={paths.part(region, agentId, 'channels', { channel: key })}
        />
      ))}
      <Menu.Divider />
      <Menu.Label>{t('area.publish.history')}</Menu.Label>
      <Menu.Item leftSection={<IconHistory size={16} stroke={1.5} />} onClick={() => setHistory('true')}>
        {t('area.versions.title')}
      </Menu.Item>
    </>
  )
}

function Entry({ icon: EntryIcon, label, target }: { icon: Icon; label: string; target: Target }) {
  return (
    <Menu.Item
      leftSection={<EntryIcon size={16} stroke={1.5} />}
      renderRoot={(props) => <AppLink target={target} {...props} />}
    >
      {label}
    </Menu.Item>
  )
}
