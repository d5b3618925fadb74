import { Badge, Checkbox, Progress, Tooltip, UnstyledButton } from '@mantine/core'
import type { DocumentSummary, SourceType } from '@parlance/contract/knowledge/schemas'
import {
  IconExternalLink,
  IconFile,
  IconFileText,
  IconMessageQuestion,
  IconPencil,
  IconPlayerStop,
  IconRefresh,
  IconTrash,
  IconWorld,
} from '@tabler/icons-react'
import { createElement, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../i18n/translate-message.ts'
import { useCan } from '../../lib/permissions.ts'
import { RowMenu, type RowAction } from '../../components/overlay/row-menu.tsx'
import { RelativeTime } from '../../components/content/time.tsx'
import classes from './knowledge.module.css'
import { isBusy, mayRefetch, sizeText, whole } from './document-state.ts'

const COLOURS = {
  queued: 'gray',
  reading: 'iris',
  indexing: 'iris',
  paused: 'yellow',
  ready: 'green',
  failed: 'red',
} as const
const ICONS: Record<SourceType, typeof IconFile> = {
  text: IconFileText,
  file: IconFile,
  url: IconWorld,
  qa: IconMessageQuestion,
}

export interface RowActions {
  onOpen: (document: DocumentSummary) => void
  onRefetch: (document: DocumentSummary) => void
  onCancel: (document: DocumentSummary) => void
  onDelete: (document: DocumentSummary) => void
  onTag: (tag: string) => void
  onChoose: (document: DocumentSummary, chosen: boolean) => void
}

interface Props {
  document: DocumentSummary
  actions: RowActions
  /** Whether it is selected; undefined for people who may not change documents. */
  chosen?: boolean | undefined
  /** Props of the list item in virtual lists. */
  item?: ComponentProps<'li'>
}

export function DocumentRow({ document, actions, chosen, item }: Props) {
  const { t, i18n } = useTranslation()
  const { name, sourceType, tags } = document
  const size = sizeText(document, t, i18n.language)
  const Icon = ICONS[sourceType]
  return (
    <li {...item} className={classes.row}>
      {chosen !== undefined && (
        <Checkbox
          className={classes.choose}
          aria-label={t('knowledge.bulk.choose', { name })}
          checked={chosen}
          onChange={({ currentTarget }) => actions.onChoose(document, currentTarget.checked)}
        />
      )}
      <Icon size={20} stroke={1.5} aria-hidden className={classes.icon} />
      <div className={classes.open}>
        <UnstyledButton className={classes.opener} onClick={() => actions.onOpen(document)}>
          <span className={`${classes.name} truncate`}>{name}</span>
        </UnstyledButton>
        <span className={classes.meta}>
          <span>{t(`knowledge.types.${sourceType}`)}</span>
          {size && <span>{size}</span>}
          <Times document={document} />
          {document.refresh !== 'never' && <span>{t(`knowledge.refresh.${document.refresh}`)}</span>}
          {tags.map((tag) => (
            <UnstyledButton
              key={tag}
              className={classes.tag}
              aria-label={t('knowledge.tags.show', { tag })}
              onClick={() => actions.onTag(tag)}
            >
              {tag}
            </UnstyledButton>
          ))}
        </span>
        {(document.status === 'failed' || document.status === 'paused') && (
          <span className={classes.reason} dir="auto">
            {translateMessage({ ...document.reasonMessage, message: document.reason })}
            {document.creditsNeeded !== null &&
              ` ${t('knowledge.creditsNeeded', { count: document.creditsNeeded, credits: whole(document.creditsNeeded, i18n.language) })}`}
          </span>
        )}
        {document.status === 'ready' && document.warning !== '' && (
          <span className={classes.warning} dir="auto">
            {translateMessage({ ...document.warningMessage, message: document.warning })}
          </span>
        )}
      </div>
      <Status document={document} />
      <Actions document={document} actions={actions} />
    </li>
  )
}

/** A change within this many seconds of the last check is the same event. */
const SAME_S = 60

/** When a page changed and when it was last checked; for other documents, the last change. */
function Times({ document: { sourceType, ts, fetchedAt } }: { document: DocumentSummary }) {
  const { t } = useTranslation()
  if (sourceType !== 'url' || fetchedAt === null) return <RelativeTime at={ts} />
  return (
    <>
      {Math.abs(ts - fetchedAt) > SAME_S && (
        <span>
          {t('knowledge.document.changed')} <RelativeTime at={ts} />
        </span>
      )}
      <span>
        {t('knowledge.document.checked')} <RelativeTime at={fetchedAt} />
      </span>
    </>
  )
}

function Status({ document: { status, progress, name } }: { document: DocumentSummary }) {
  const { t } = useTranslation()
  const badge = (
    <Badge color={COLOURS[status]} className={classes.status}>
      {t(`knowledge.status.${status}`)}
    </Badge>
  )
  if (status !== 'reading' && status !== 'indexing') return badge
  return (
    <Tooltip label={t(status === 'indexing' ? 'knowledge.indexingHint' : 'knowledge.readingHint')}>
      <div className={classes.working}>
        {badge}
        <Progress
          value={Math.max(4, progress)}
          size="xs"
          mt={4}
          animated
          striped
          aria-label={t('knowledge.progressOf', { name })}
        />
      </div>
    </Tooltip>
  )
}

function Actions({ document, actions }: Pick<Props, 'document' | 'actions'>) {
  const { t } = useTranslation()
  const builds = useCan('editor')
  const { name, status, sourceUrl } = document
  const refetch = t(status === 'failed' || status === 'paused' ? 'knowledge.tryAgain' : 'knowledge.refetch')
  const entries: readonly (RowAction | false | '' | null)[] = [
    builds && { icon: IconPencil, text: t('knowledge.edit'), onClick: () => actions.onOpen(document) },
    sourceUrl && {
      icon: IconExternalLink,
      text: t('knowledge.openSource'),
      renderRoot: (props) =>
        createElement('a', { href: sourceUrl, target: '_blank', rel: 'noreferrer noopener', ...props }),
    },
    builds && mayRefetch(document) && { icon: IconRefresh, text: refetch, onClick: () => actions.onRefetch(document) },
    builds &&
      isBusy(document) && {
        icon: IconPlayerStop,
        text: t('knowledge.stop'),
        onClick: () => actions.onCancel(document),
      },
    builds && { icon: IconTrash, text: t('common.delete'), danger: true, onClick: () => actions.onDelete(document) },
  ]
  const offered = entries.filter((entry) => !!entry)
  if (offered.length === 0) return null
  return <RowMenu className={classes.status} label={t('knowledge.more', { name })} actions={offered} />
}
