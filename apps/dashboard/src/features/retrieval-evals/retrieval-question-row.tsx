// A golden question: expected document, last rank, and its change.
import { Badge, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { RETRIEVAL_DEPTH, type GoldenQuestion, type GoldenResult } from '@parlance/contract/retrieval-evals/schemas'
import { IconFileText, IconPencil, IconTrash, IconTriangleFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../lib/permissions.ts'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { RowMenu } from '../../components/overlay/row-menu.tsx'
import { RelativeTime } from '../../components/content/time.tsx'
import classes from './retrieval-evals.module.css'
import { changeOf } from './result-changes.ts'

interface Props {
  agentId: string
  golden: GoldenQuestion
  /** The last run's result, if it is still valid for the question. */
  result: GoldenResult | undefined
  onEdit: () => void
  onDelete: () => void
}

export function RetrievalQuestionRow({ agentId, golden, result, onEdit, onDelete }: Props) {
  const { t } = useTranslation()
  const builds = useCan('editor')
  const { question, quote, askedAt } = golden
  return (
    <li className={classes.row}>
      <div className={classes.main}>
        <UnstyledButton className={classes.open} onClick={onEdit}>
          <span className={classes.question} dir="auto">
            {question}
          </span>
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
      {builds && (
        <RowMenu
          className={classes.more}
          label={t('goldens.more', { question })}
          actions={[
            { icon: IconPencil, text: t('goldens.edit'), onClick: onEdit },
            { icon: IconTrash, text: t('common.delete'), danger: true, onClick: onDelete },
          ]}
        />
      )}
    </li>
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
  const depth = RETRIEVAL_DEPTH
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
