// What the top bar offers to do with an agent: try it, put it on a page, publish it, connect it, look back.
import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconBrandDiscord,
  IconBrandInstagram,
  IconBrandMessenger,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconBrowser,
  IconChevronDown,
  IconCode,
  IconExternalLink,
  IconEye,
  IconFileExport,
  IconHistory,
  IconPhone,
  type Icon,
} from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink, useSearchParam } from '../../../link.tsx'
import { hrefOf, paths, type Target } from '../../../paths.ts'
import { useScope } from '../../../scope.tsx'
import { DraftBar } from '../draft/draft-bar.tsx'
import { useDraft } from '../draft/draft.tsx'
import { useExport } from '../exchange/use-export.ts'
import classes from './deploy.module.css'
import { prototypeHref } from './prototype-link.ts'

const DeployDialog = lazy(() => import('./deploy-dialog.tsx'))

export function Deploy() {
  const { t } = useTranslation()
  const [opened, dialog] = useDisclosure()
  return (
    <>
      <DraftBar publishMenu={<PublishMenu onScript={dialog.open} />} more={<Looks />}>
        <DemoLink />
        <Button className={classes.button} variant="default" aria-label={t('shell.widgetScript')} onClick={dialog.open}>
          <IconCode size={18} stroke={1.5} aria-hidden />
          <span className={classes.label}>{t('shell.widgetScript')}</span>
        </Button>
      </DraftBar>
      <Suspense fallback={null}>{opened && <DeployDialog onClose={dialog.close} />}</Suspense>
    </>
  )
}

/** The agent on a page of its own, as anybody can open it. */
function DemoLink() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId } = useDraft()
  return (
    <Button
      className={classes.button}
      variant="default"
      component="a"
      href={prototypeHref(region, agentId)}
      target="_blank"
      rel="noopener"
      aria-label={t('area.demo')}
    >
      <IconEye size={18} stroke={1.5} aria-hidden />
      <span className={classes.label}>{t('area.demo')}</span>
    </Button>
  )
}

const CHANNELS = [
  ['whatsapp', IconBrandWhatsapp],
  ['discord', IconBrandDiscord],
  ['telegram', IconBrandTelegram],
  ['instagram', IconBrandInstagram],
  ['messenger', IconBrandMessenger],
] as const

function PublishMenu({ onScript }: { onScript: () => void }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId } = useDraft()
  const [, setHistory] = useSearchParam('history')
  return (
    <Menu position="bottom-end" width={220} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button className={classes.more} variant="default" aria-label={t('area.publish.more')}>
          <IconChevronDown size={16} stroke={1.5} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
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

/** Ways to look at the published agent with other eyes, each in a tab of its own, and the draft as a file. */
function Looks() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId, flush } = useDraft()
  const toFile = useExport()
  const links = [
    [t('area.demo'), prototypeHref(region, agentId), IconEye],
    [t('area.sampleSite'), hrefOf(paths.demo(region, agentId)), IconBrowser],
    [t('area.share.open'), hrefOf(paths.share(region, agentId)), IconExternalLink],
  ] as const
  return (
    <>
      {links.map(([label, href, LinkIcon]) => (
        <Menu.Item
          key={href}
          component="a"
          href={href}
          target="_blank"
          rel="noopener"
          leftSection={<LinkIcon size={16} stroke={1.5} />}
        >
          {label}
        </Menu.Item>
      ))}
      <Menu.Item
        leftSection={<IconFileExport size={16} stroke={1.5} />}
        disabled={toFile.isPending}
        onClick={() => toFile.mutate({ agentId, flush })}
      >
        {t('agents.exchange.export')}
      </Menu.Item>
      <Menu.Divider />
    </>
  )
}
