// The top bar's draft state, Publish, and discard.
import { ActionIcon, Button, Group, Menu, Tooltip } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconCloudUpload,
  IconDots,
  IconPencil,
  IconRefresh,
  IconWorldCheck,
  type Icon,
} from '@tabler/icons-react'
import { lazy, Suspense, type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyWithTexts } from '../../../i18n/lazy-with-texts.ts'
import { useDeniedReason } from '../../../lib/permissions.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { MenuLoader } from '../../../components/overlay/menu-loader.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import classes from './draft-bar.module.css'
import { isPublished, problem, saveStatus, type SaveStatus } from './draft-state.ts'
import { useDraft } from './draft.tsx'
import type { PickPart } from './draft-store.ts'
import { ReviewContext } from './review.ts'

const ConflictDialog = lazyWithTexts(() => import('./conflict-dialog.tsx'), 'ConflictDialog')
const discardEntry = () => import('./discard-entry.tsx')
const DiscardEntry = lazy(discardEntry)

const ICONS: Record<SaveStatus, Icon> = {
  saved: IconCheck,
  saving: IconCloudUpload,
  unsaved: IconPencil,
  failed: IconAlertTriangle,
  retrying: IconRefresh,
  conflict: IconAlertTriangle,
}

interface BarProps {
  /** Shown between save state and Publish. */
  children: ReactNode
  /** The menu button next to Publish. */
  publishMenu: ReactNode
  /** Menu entries before discard. */
  more: ReactNode
}

export function DraftBar({ children, publishMenu, more }: BarProps) {
  const { state } = useDraft()
  return (
    <Group gap={8} wrap="nowrap">
      <SaveIndicator />
      {children}
      <Button.Group>
        <PublishButton />
        {publishMenu}
      </Button.Group>
      <DraftMenu>{more}</DraftMenu>
      <Suspense fallback={null}>{state.theirs !== null && <ConflictDialog />}</Suspense>
    </Group>
  )
}

export function SaveIndicator() {
  const { t } = useTranslation()
  const { state, flush } = useDraft()
  const status = saveStatus(state)
  const reason = problem(state)
  const StatusIcon = ICONS[status]
  const hint = state.failure || (reason && t(reason.text)) || (status === 'saved' ? t('agents.draft.savedHint') : '')
  return (
    <Tooltip label={hint} disabled={!hint}>
      <output className={classes.status} data-status={status}>
        <StatusIcon size={16} stroke={1.5} aria-hidden />
        <span className={classes.words}>{t(`agents.draft.${status}`)}</span>
        {status === 'failed' && (
          <Button size="compact-xs" variant="subtle" color="red" onClick={() => void flush()}>
            {t('agents.draft.retry')}
          </Button>
        )}
      </output>
    </Tooltip>
  )
}

/** As the specification says; the reason stays next to the draft's state. */
const BRIEFLY = { autoClose: 2000 }

/** The running publish, so that a double press publishes once. */
let going: Promise<boolean> | undefined

/** Publishes the draft or part of it, reports the result, and returns whether it succeeded. */
export function usePublish(pick?: PickPart) {
  const { t } = useTranslation()
  const draft = useDraft()
  const review = use(ReviewContext)
  const scope = useScope()
  const publishedMessage = (): Promise<string> =>
    import('./published-message.ts')
      .then((module) => module.publishedMessage(scope, draft.agentId, t))
      .catch(() => t('agents.draft.done'))
  const publish = async (): Promise<boolean> => {
    if (!(await review({ explains: !pick }))) return false
    const done = await draft.publish(pick)
    const after = draft.getState()
    const { failure, lost } = after
    if (done) notify.success(isPublished(after) ? await publishedMessage() : t('agents.draft.donePart'))
    // Distinguishes a refusal from a lost call.
    else if (failure && lost) notify.error(t('agents.draft.saveThrew', { error: failure }), BRIEFLY)
    else if (failure) notify.error(t('agents.draft.saveFailed', { reason: failure }), BRIEFLY)
    return done
  }
  return (): Promise<boolean> =>
    (going ??= publish().finally(() => {
      going = undefined
    }))
}

function PublishButton() {
  const { t } = useTranslation()
  const { state } = useDraft()
  const publish = usePublish()
  const published = isPublished(state)
  const reason = problem(state)
  const refusal = useDeniedReason('editor')
  const hint = refusal || (reason ? t(reason.text) : published ? t('agents.draft.publishedHint') : '')
  return (
    <Tooltip label={hint} disabled={!hint}>
      <Button
        className={classes.publish}
        disabled={refusal !== '' || published || Boolean(reason) || state.theirs !== null}
        loading={state.publishing}
        onClick={() => void publish()}
      >
        {published ? (
          <>
            <IconWorldCheck className={classes.publishedIcon} size={18} stroke={1.5} aria-hidden />
            <span className={classes.publishedWord}>{t('agents.draft.published')}</span>
          </>
        ) : (
          t('agents.draft.publish')
        )}
      </Button>
    </Tooltip>
  )
}

function DraftMenu({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          aria-label={t('agents.draft.more')}
          onPointerEnter={() => void discardEntry()}
          onFocus={() => void discardEntry()}
        >
          <IconDots size={18} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense fallback={<MenuLoader />}>
          {children}
          <DiscardEntry />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  )
}
