// The widget bar: preview, test, deploy, save.
import { Button, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconBrowser,
  IconCode,
  IconDeviceFloppy,
  IconExternalLink,
  IconMessageChatbot,
  type Icon,
} from '@tabler/icons-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyWithTexts } from '../../../i18n/lazy-with-texts.ts'
import { useCan, useDeniedReason } from '../../../lib/permissions.ts'
import { useNavigateTo } from '../../../lib/link.tsx'
import { hrefOf, paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { prototypeHref, useAgencyDomains } from '../deploy/prototype-link.ts'
import { SaveIndicator, usePublish } from '../draft/draft-bar.tsx'
import { isSaved, problem, saveStatus } from '../draft/draft-state.ts'
import { useDraft } from '../draft/draft.tsx'
import { hasPart, widgetPart } from './widget-part.ts'
import classes from './widget.module.css'

const DeployDialog = lazy(() => import('../deploy/deploy-dialog.tsx'))
const ConflictDialog = lazyWithTexts(() => import('../draft/conflict-dialog.tsx'), 'ConflictDialog')

interface Props {
  testing: boolean
  onTest: () => void
}

export function WidgetBar({ testing, onTest }: Props) {
  const { t } = useTranslation()
  const { agent, state } = useDraft()
  const saved = isSaved(agent)
  const mayTest = useCan('editor')
  const [deploying, deploy] = useDisclosure()
  return (
    <>
      {saved ? (
        <DraftStatus />
      ) : (
        <Text size="sm" c="dimmed" className={classes.state}>
          {t('widget.bar.unsaved')}
        </Text>
      )}
      <PreviewLinks />
      {mayTest && (
        <Bar
          icon={IconMessageChatbot}
          label={t('widget.bar.test')}
          hint={saved ? undefined : t('widget.bar.saveFirst')}
          disabled={!saved}
          expanded={testing}
          onClick={onTest}
        />
      )}
      <Bar
        icon={IconCode}
        label={t('widget.bar.deploy')}
        onClick={() => (saved ? deploy.open() : notify.error(t('widget.bar.notPublished')))}
      />
      <SaveButton />
      <Suspense fallback={null}>{deploying && <DeployDialog saves onClose={deploy.close} />}</Suspense>
      <Suspense fallback={null}>{state.theirs !== null && <ConflictDialog />}</Suspense>
    </>
  )
}

/** What blocks saving, otherwise the draft's state: unpublished changes are not visible to visitors yet. */
function DraftStatus() {
  const { t } = useTranslation()
  const { state } = useDraft()
  const reason = problem(state)
  if (reason) {
    return (
      <Text component="output" size="sm" c="red" className={`${classes.reason} truncate`} title={t(reason.text)}>
        {t(reason.text)}
      </Text>
    )
  }
  if (!hasPart(state) || saveStatus(state) !== 'saved') return <SaveIndicator />
  return (
    <Tooltip label={t('widget.bar.draftHint')}>
      <Text component="output" size="sm" c="dimmed" className={classes.state}>
        {t('widget.bar.draft')}
      </Text>
    </Tooltip>
  )
}

/** Public views, each in a new tab. On phones they are in the overview. */
function PreviewLinks() {
  const { t } = useTranslation()
  const { agent } = useDraft()
  const links = usePreviewLinks()
  if (!isSaved(agent)) return null
  return links.map(({ key, href }) => (
    <Button
      key={key}
      className={classes.look}
      variant="subtle"
      color="gray"
      component="a"
      href={href}
      target="_blank"
      rel="noopener"
      leftSection={
        key === 'prototype' ? <IconExternalLink size={16} stroke={1.5} /> : <IconBrowser size={16} stroke={1.5} />
      }
    >
      {t(`widget.bar.${key}`)}
    </Button>
  ))
}

export function usePreviewLinks() {
  const { region } = useScope()
  const { agentId } = useDraft()
  const domains = useAgencyDomains()
  return [
    { key: 'prototype', href: prototypeHref(region, agentId, domains) },
    { key: 'demo', href: hrefOf(paths.demo(region, agentId)) },
  ] as const
}

interface BarProps {
  icon: Icon
  label: string
  hint?: ReactNode
  disabled?: boolean
  expanded?: boolean
  onClick: () => void
}

function Bar({ icon: BarIcon, label, hint, disabled, expanded, onClick }: BarProps) {
  return (
    <Tooltip label={hint} disabled={!hint}>
      <Button
        className={classes.button}
        variant="default"
        aria-label={label}
        aria-expanded={expanded}
        disabled={disabled}
        onClick={onClick}
      >
        <BarIcon size={18} stroke={1.5} aria-hidden />
        <span className={classes.label}>{label}</span>
      </Button>
    </Tooltip>
  )
}

/** Publishes the changes made here, and opens the saved widget's address. */
function SaveButton() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agent, agentId, config, state, flush } = useDraft()
  const publish = usePublish(widgetPart)
  const go = useNavigateTo()
  const reason = problem(state)
  const refusal = useDeniedReason('editor')
  const hint = refusal || (reason && t(reason.text))
  const save = async () => {
    const done = isSaved(agent) && !hasPart(state) ? await flush() : await publish()
    if (!done) return
    const target = config.agentPlatform === 'vg' ? paths.agentHome(region, agentId) : paths.vfWidget(region, agentId)
    await go(target, { ignoreBlocker: true })
  }
  return (
    <Tooltip label={hint} disabled={!hint}>
      <Button
        className={classes.save}
        leftSection={<IconDeviceFloppy size={18} stroke={1.5} />}
        disabled={Boolean(hint) || state.theirs !== null}
        loading={state.publishing}
        onClick={() => void save()}
      >
        {t('widget.bar.save')}
      </Button>
    </Tooltip>
  )
}
