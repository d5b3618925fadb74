// A job's progress and the result of every page.
import { Anchor, Badge, Button, Group, Progress, Select, Stack, Text } from '@mantine/core'
import { CRAWL_PAGE_STATES, type Crawl, type CrawlPage } from '@parlance/contract/crawler/schemas'
import { IconPencil, IconPlayerPlay, IconPlayerStop, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../i18n/number-locale.ts'
import { translateMessage } from '../../i18n/translate-message.ts'
import { useCan } from '../../lib/permissions.ts'
import { errorText } from '../../lib/errors.ts'
import { AppLink } from '../../lib/link.tsx'
import { listProps } from '../../lib/paged-query.ts'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { useSingleFlight } from '../../lib/use-mutation.ts'
import { PagedList } from '../../components/lists/paged-list.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { RelativeTime } from '../../components/content/time.tsx'
import { Counts } from './counts.tsx'
import { CRAWL_COLOURS, isPaused, isRunning, PAGE_COLOURS, progressOf } from './crawl-state.ts'
import classes from './crawler.module.css'
import { type CrawlActions, useAgentTitles, useCrawl, useCrawlPages } from './use-crawls.ts'

interface Props {
  crawlId: string
  actions: CrawlActions
  onEdit: () => void
  onDelete: (crawl: Crawl) => void
  onClose: () => void
}

export default function CrawlLog({ crawlId, actions, onEdit, onDelete, onClose }: Props) {
  const { t } = useTranslation()
  const builds = useCan('editor')
  const found = useCrawl(crawlId)
  const crawl = found.data?.data
  if (!crawl)
    return (
      <SideDrawer title={t('crawler.title')} size={760} onClose={onClose}>
        {found.isPending ? (
          <RowSkeletons rows={4} />
        ) : (
          <ErrorMessage text={found.error ? errorText(found.error) : t('crawler.log.gone')} />
        )}
      </SideDrawer>
    )
  return (
    <SideDrawer title={crawl.name} size={760} onClose={onClose}>
      <Stack gap="md">
        <Head crawl={crawl} />
        {builds && <Buttons crawl={crawl} actions={actions} onEdit={onEdit} onDelete={onDelete} />}
        <Documents crawl={crawl} />
        <Pages crawl={crawl} />
      </Stack>
    </SideDrawer>
  )
}

function Head({ crawl }: { crawl: Crawl }) {
  const { t } = useTranslation()
  const { name, status, reason, reasonMessage, startedAt, endedAt, nextRunAt } = crawl
  return (
    <section aria-label={t('crawler.log.facts')}>
      <Group gap="sm">
        <Badge color={CRAWL_COLOURS[status]}>{t(`crawler.status.${status}`)}</Badge>
        <span className={classes.meta}>
          <Counts crawl={crawl} />
        </span>
      </Group>
      {isRunning(crawl) && (
        <Progress
          value={Math.max(2, progressOf(crawl))}
          mt="sm"
          animated
          aria-label={t('crawler.progressOf', { name })}
        />
      )}
      {reason && (
        <output dir="auto" className={status === 'failed' ? classes.reason : classes.note}>
          {translateMessage({ ...reasonMessage, message: reason })}
        </output>
      )}
      <div className={classes.times}>
        {startedAt !== null && (
          <span>
            {t('crawler.log.began')} <RelativeTime at={startedAt} />
          </span>
        )}
        {endedAt !== null && (
          <span>
            {t('crawler.log.ended')} <RelativeTime at={endedAt} />
          </span>
        )}
        {nextRunAt !== null && (
          <span>
            {t('crawler.nextRun')} <RelativeTime at={nextRunAt} />
          </span>
        )}
      </div>
    </section>
  )
}

function Buttons({ crawl, actions, onEdit, onDelete }: Omit<Props, 'crawlId' | 'onClose'> & { crawl: Crawl }) {
  const { t } = useTranslation()
  const [pending, setPending] = useState(false)
  const icon = { size: 16, stroke: 1.5 }
  const once = useSingleFlight<void>()
  const act = (does: 'cancel' | 'run') =>
    once(does, async () => {
      setPending(true)
      await actions[does](crawl)
      setPending(false)
    })
  const mayRun = !isRunning(crawl)
  const mayCancel = isRunning(crawl) || isPaused(crawl)
  return (
    <Group gap="xs">
      {mayRun && (
        <Button size="xs" loading={pending} leftSection={<IconPlayerPlay {...icon} />} onClick={() => void act('run')}>
          {t(isPaused(crawl) ? 'crawler.actions.continue' : 'crawler.actions.run')}
        </Button>
      )}
      {mayCancel && (
        <Button
          size="xs"
          variant="default"
          loading={pending}
          leftSection={<IconPlayerStop {...icon} />}
          onClick={() => void act('cancel')}
        >
          {t('crawler.actions.cancel')}
        </Button>
      )}
      <Button size="xs" variant="default" leftSection={<IconPencil {...icon} />} onClick={onEdit}>
        {t('crawler.actions.edit')}
      </Button>
      <Button size="xs" variant="default" leftSection={<IconTrash {...icon} />} onClick={() => onDelete(crawl)}>
        {t('crawler.actions.delete')}
      </Button>
    </Group>
  )
}

/** Links to the documents of each agent. */
function Documents({ crawl }: { crawl: Crawl }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agents } = useAgentTitles()
  const taught = agents.filter(({ ID }) => crawl.agentIds.includes(ID))
  if (taught.length === 0) return null
  return (
    <div className={classes.links}>
      {taught.map(({ ID, title }) => (
        <Anchor
          key={ID}
          size="sm"
          renderRoot={(props) => <AppLink target={paths.agent(region, ID, 'kb', { crawl: crawl.id })} {...props} />}
        >
          {t('crawler.log.documents', { agent: title })}
        </Anchor>
      ))}
    </div>
  )
}

function Pages({ crawl }: { crawl: Crawl }) {
  const { t } = useTranslation()
  const [status, setStatus] = useState<CrawlPage['status']>()
  const pages = useCrawlPages(crawl.id, status, isRunning(crawl))
  const items = pages.data?.pages.flatMap((page) => page.items) ?? []
  const empty = status
    ? t('crawler.log.emptyFilter', { status: t(`crawler.pageStatus.${status}`).toLowerCase() })
    : t('crawler.log.empty')
  return (
    <section>
      <Select
        size="xs"
        w={180}
        mb="xs"
        label={t('crawler.log.filter')}
        placeholder={t('crawler.log.all')}
        clearable
        data={CRAWL_PAGE_STATES.map((key) => ({ value: key, label: t(`crawler.pageStatus.${key}`) }))}
        value={status ?? null}
        onChange={(next) => setStatus((next ?? undefined) as CrawlPage['status'] | undefined)}
      />
      <PagedList
        of="pages"
        shown={items.length}
        search=""
        onClearSearch={() => setStatus(undefined)}
        empty={
          <Text size="sm" c="dimmed" py="lg">
            {empty}
          </Text>
        }
        {...listProps(pages)}
      >
        <ul className={classes.log} aria-label={t('crawler.log.list')}>
          {items.map((page) => (
            <PageRow key={page.url} page={page} />
          ))}
        </ul>
      </PagedList>
    </section>
  )
}

function PageRow({ page }: { page: CrawlPage }) {
  const { t, i18n } = useTranslation()
  const { url, title, status, reason, reasonMessage, code, bytes, ms, depth, fetchedAt } = page
  const say = (value: number, digits: number) =>
    value.toLocaleString(numberLocale(i18n.language), { maximumFractionDigits: digits })
  return (
    <li className={classes.page}>
      <Badge size="sm" color={PAGE_COLOURS[status]} className={classes.pageState}>
        {t(`crawler.pageStatus.${status}`)}
      </Badge>
      <div className={classes.words}>
        {title && <span className={`${classes.pageTitle} truncate`}>{title}</span>}
        <a
          className={`${classes.address} truncate`}
          href={url}
          target="_blank"
          rel="noreferrer noopener"
          title={url}
          aria-label={t('crawler.log.openPage', { url })}
        >
          {url}
        </a>
        {reason && (
          <span dir="auto" className={status === 'failed' ? classes.reason : classes.note}>
            {translateMessage({ ...reasonMessage, message: reason })}
          </span>
        )}
        <span className={classes.meta}>
          <span>{depth === 0 ? t('crawler.log.depth_zero') : t('crawler.log.depth', { count: depth })}</span>
          {code > 0 && <span>{t('crawler.log.code', { code })}</span>}
          {bytes > 0 && <span>{t('crawler.log.kilobytes', { size: say(Math.ceil(bytes / 1000), 0) })}</span>}
          {ms >= 50 && <span>{t('crawler.log.seconds', { seconds: say(ms / 1000, 1) })}</span>}
          {fetchedAt !== null && <RelativeTime at={fetchedAt} />}
        </span>
      </div>
    </li>
  )
}
