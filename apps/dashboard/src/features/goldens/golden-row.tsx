// One golden question: what must be found for it, where it was found last, and whether that changed.
import { ActionIcon, Badge, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { GOLDEN_DEPTH, type GoldenQuestion, type GoldenResult } from '@parlance/core/goldens/goldens'
import { IconDots, IconFileText, IconPencil, IconTrash, IconTriangleFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../can.ts'
import { AppLink } from '../../link.tsx'
import { paths } from '../../paths.ts'
import { useScope } from '../../scope.tsx'
import { Menu } from '../../ui/menu.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import classes from './goldens.module.css'
import { changeOf } from './standing.ts'

interface Props {
  agentId: string
  golden: GoldenQuestion
  /** Of the last run, where it still tells how the question stands. */
  result: GoldenResult | undefined
  onEdit: () => void
  onDelete: () => void
}

export function GoldenRow({ agentId, golden, result, onEdit, onDelete }: Props) {
  const { t } = useTranslation()
  const builds = useCan('editor')
  const { question, quote, askedAt } = golden
  return (
    <li className={classes.row}>
      <div className={classes.main}>
        <UnstyledButton className={classes.open} onClick={onEdit}>
          <span className={classes.question}>{question}</span>
        </UnstyledButton>
        <span className={classes.meta}>
          <Expected agentId={agentId} golden={golden} />
          {quote && <span className={`${classes.quote} truncate`}>{t('goldens.quoted', { quote })}</span>}
          {askedAt !== null && <RelativeTime at={askedAt} />}
        </span>
      </div>
      <div className={classes.state}>
        {result && <Moved result={result} />}
        <Rank golden={golden} />
      </div>
      {builds && <RowMenu question={question} onEdit={onEdit} onDelete={onDelete} />}
    </li>
  )
}

function RowMenu({ question, onEdit, onDelete }: Pick<Props, 'onEdit' | 'onDelete'> & { question: string }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon className={classes.more} aria-label={t('goldens.more', { question })}>
          <IconDots size={18} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.5} />} onClick={onEdit}>
          {t('goldens.edit')}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.5} />} onClick={onDelete}>
          {t('common.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Expected({ agentId, golden: { docId, docName } }: Pick<Props, 'agentId' | 'golden'>) {
  const { t } = useTranslation()
  const { region } = useScope()
  if (!docName) return <span className={classes.gone}>{t('goldens.gone')}</span>
  return (
    <AppLink className={classes.document} target={paths.agent(region, agentId, 'kb', { doc_id: docId })}>
      <IconFileText size={14} stroke={1.5} aria-hidden />
      <span className="truncate">{docName}</span>
    </AppLink>
  )
}

function Rank({ golden: { rank, askedAt } }: Pick<Props, 'golden'>) {
  const { t } = useTranslation()
  if (askedAt === null) return <Badge color="gray">{t('goldens.rank.unasked')}</Badge>
  const depth = GOLDEN_DEPTH
  if (rank === null)
    return (
      <Tooltip label={t('goldens.rank.noneHint', { depth })}>
        <Badge color="red">{t('goldens.rank.none')}</Badge>
      </Tooltip>
    )
  return (
    <Tooltip label={t('goldens.rank.foundHint', { rank, depth })}>
      <Badge color={rank === 1 ? 'green' : 'iris'}>{t('goldens.rank.found', { rank })}</Badge>
    </Tooltip>
  )
}

function Moved({ result }: { result: GoldenResult }) {
  const { t } = useTranslation()
  const change = changeOf(result)
  if (!change) return null
  const before = result.before ?? null
  const text =
    before === null
      ? t('goldens.rank.upFromNone')
      : t(change === 'up' ? 'goldens.rank.up' : 'goldens.rank.down', { before })
  return (
    <Tooltip label={text}>
      <span className={classes.moved} data-change={change}>
        <IconTriangleFilled size={12} aria-hidden />
        <VisuallyHidden>{text}</VisuallyHidden>
      </span>
    </Tooltip>
  )
}
