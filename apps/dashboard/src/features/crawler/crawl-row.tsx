import { Badge, Progress, UnstyledButton } from '@mantine/core'
import type { Crawl } from '@parlance/contract/crawler/schemas'
import { IconPencil, IconPlayerPlay, IconPlayerStop, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../i18n/translate-message.ts'
import { useCan } from '../../lib/permissions.ts'
import { RowMenu } from '../../components/overlay/row-menu.tsx'
import { RelativeTime } from '../../components/content/time.tsx'
import { Counts } from './counts.tsx'
import { CRAWL_COLOURS, isPaused, isRunning, progressOf } from './crawl-state.ts'
import classes from './crawler.module.css'

interface Props {
  crawl: Crawl
  onOpen: () => void
  onEdit: () => void
  onRun: () => void
  onCancel: () => void
  onDelete: () => void
}

export function CrawlRow({ crawl, onOpen, ...actions }: Props) {
  const { t } = useTranslation()
  const builds = useCan('editor')
  const { name, startUrls, agentIds, status, reason, reasonMessage, nextRunAt, endedAt } = crawl
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <UnstyledButton className={`${classes.name} truncate`} onClick={onOpen}>
          {name}
        </UnstyledButton>
        <span className={`${classes.address} truncate`} title={startUrls.join('\n')}>
          {startUrls[0]}
          {startUrls.length > 1 && ` +${startUrls.length - 1}`}
        </span>
        <span className={classes.meta}>
          <Counts crawl={crawl} />
          <span>{agentIds.length === 0 ? t('crawler.noAgents') : t('crawler.agents', { count: agentIds.length })}</span>
          {!isRunning(crawl) && endedAt !== null && (
            <span>
              {t('crawler.lastRun')} <RelativeTime at={endedAt} />
            </span>
          )}
          {nextRunAt !== null && (
            <span>
              {t('crawler.nextRun')} <RelativeTime at={nextRunAt} />
            </span>
          )}
        </span>
        {reason && (
          <span dir="auto" className={status === 'failed' ? classes.reason : classes.note}>
            {translateMessage({ ...reasonMessage, message: reason })}
          </span>
        )}
      </div>
      <div className={classes.state}>
        <Badge color={CRAWL_COLOURS[status]}>{t(`crawler.status.${status}`)}</Badge>
        {isRunning(crawl) && (
          <Progress
            value={Math.max(4, progressOf(crawl))}
            size="xs"
            mt={4}
            animated
            aria-label={t('crawler.progressOf', { name })}
          />
        )}
      </div>
      {builds && <Actions crawl={crawl} {...actions} />}
    </li>
  )
}

function Actions({ crawl, onEdit, onRun, onCancel, onDelete }: Omit<Props, 'onOpen'>) {
  const { t } = useTranslation()
  return (
    <RowMenu
      className={classes.menu}
      label={t('crawler.more', { name: crawl.name })}
      actions={[
        ...(isPaused(crawl) ? [{ icon: IconPlayerPlay, text: t('crawler.actions.continue'), onClick: onRun }] : []),
        isRunning(crawl) || isPaused(crawl)
          ? { icon: IconPlayerStop, text: t('crawler.actions.cancel'), onClick: onCancel }
          : { icon: IconPlayerPlay, text: t('crawler.actions.run'), onClick: onRun },
        { icon: IconPencil, text: t('crawler.actions.edit'), onClick: onEdit },
        { icon: IconTrash, text: t('crawler.actions.delete'), danger: true, onClick: onDelete },
      ]}
    />
  )
}
