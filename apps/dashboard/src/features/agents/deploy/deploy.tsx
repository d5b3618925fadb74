// Actions of the top bar: test, deploy, publish, connect, history.
import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconCode, IconEye } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { MenuLoader } from '../../../components/overlay/menu-loader.tsx'
import { DraftBar } from '../draft/draft-bar.tsx'
import { useDraft } from '../draft/draft.tsx'
import classes from './deploy.module.css'
import { prototypeHref, useAgencyDomains } from './prototype-link.ts'

// Lazy: many entries and icons, rarely opened.
const publishEntries = () => import('./publish-entries.tsx')
const PublishEntries = lazy(publishEntries)
const ViewLinks = lazy(() => import('./view-links.tsx'))
const DeployDialog = lazy(() => import('./deploy-dialog.tsx'))

export function Deploy() {
  const { t } = useTranslation()
  const [opened, dialog] = useDisclosure()
  return (
    <>
      <DraftBar publishMenu={<PublishMenu onScript={dialog.open} />} more={<MoreEntries />}>
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

function MoreEntries() {
  return (
    <Suspense fallback={<MenuLoader />}>
      <ViewLinks />
    </Suspense>
  )
}

/** Opens the agent's public page. */
function DemoLink() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId } = useDraft()
  const domains = useAgencyDomains()
  return (
    <Button
      className={classes.button}
      variant="default"
      component="a"
      href={prototypeHref(region, agentId, domains)}
      target="_blank"
      rel="noopener"
      aria-label={t('area.demo')}
    >
      <IconEye size={18} stroke={1.5} aria-hidden />
      <span className={classes.label}>{t('area.demo')}</span>
    </Button>
  )
}

function PublishMenu({ onScript }: { onScript: () => void }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end" width={220} withinPortal={false}>
      <Menu.Target>
        <Button
          className={classes.more}
          variant="default"
          aria-label={t('area.publish.more')}
          onPointerEnter={() => void publishEntries()}
          onFocus={() => void publishEntries()}
        >
          <IconChevronDown size={16} stroke={1.5} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense fallback={<MenuLoader />}>
          <PublishEntries onScript={onScript} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  )
}
