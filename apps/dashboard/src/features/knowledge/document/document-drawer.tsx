// One document: content, passages and versions.
import { Alert, Anchor, Tabs, Text } from '@mantine/core'
import type { Document } from '@parlance/contract/knowledge/schemas'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../../i18n/translate-message.ts'
import { errorText, hasCode } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useScrollRow } from '../../../components/lists/scroll-row.ts'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { useUnsavedGuard } from '../../../lib/unsaved-guard.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { RelativeTime } from '../../../components/content/time.tsx'
import { isWorking, sizeText } from '../document-state.ts'
import classes from '../knowledge.module.css'
import { ContentTab } from './content-tab.tsx'
import { PassagesTab } from './passages-tab.tsx'
import { useDocumentCrawl } from './use-document-crawl.ts'
import { VersionsTab } from './versions-tab.tsx'

interface Props {
  agentId: string
  docId: string
  onClose: () => void
}

const POLL = 1500

export default function DocumentDrawer({ agentId, docId, onClose }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const [dirty, setDirty] = useState(false)
  const ask = useUnsavedGuard(dirty)
  const { data, error } = useQuery(
    api.knowledge.get.queryOptions({
      input: { agentId, docId },
      staleTime: 0,
      refetchOnWindowFocus: false,
      // Does not replace what is being edited.
      refetchInterval: (query) => (!dirty && query.state.data && isWorking(query.state.data.data) ? POLL : false),
    }),
  )
  const close = async () => {
    if (!dirty || (await ask())) onClose()
  }
  return (
    <SideDrawer title={data ? data.data.name : t('knowledge.form.editTitle')} size={680} onClose={() => void close()}>
      {error && (
        <Alert color="red" role="alert">
          {hasCode(error, 'NOT_FOUND') ? t('knowledge.form.gone') : errorText(error)}
        </Alert>
      )}
      {!data && !error && <RowSkeletons rows={2} height={120} />}
      {data && (
        <Shown
          document={data.data}
          dirty={dirty}
          onDirty={setDirty}
          ask={ask}
          onDone={onClose}
          onCancel={() => void close()}
        />
      )}
    </SideDrawer>
  )
}

const TABS = ['content', 'passages', 'versions'] as const
type Tab = (typeof TABS)[number]

interface ShownProps {
  document: Document
  dirty: boolean
  onDirty: (dirty: boolean) => void
  ask: () => Promise<boolean>
  onDone: () => void
  /** Closes after asking about unsaved changes. */
  onCancel: () => void
}

function Shown({ document, dirty, onDirty, ask, onDone, onCancel }: ShownProps) {
  const { t } = useTranslation()
  const [tab, setTab] = useState<Tab>('content')
  const row = useScrollRow<HTMLDivElement>(tab)
  // A reload does not discard what is being edited.
  const [written, setWritten] = useState(document)
  if (!dirty && written !== document) setWritten(document)
  const open = async (next: string | null) => {
    if (dirty && !(await ask())) return
    onDirty(false)
    setTab((next ?? 'content') as Tab)
  }
  return (
    <>
      <Facts document={document} />
      {(document.status === 'failed' || document.status === 'paused') && (
        <Alert color={document.status === 'failed' ? 'red' : 'yellow'} role="alert" mb="md">
          {translateMessage({ ...document.reasonMessage, message: document.reason })}
        </Alert>
      )}
      {document.status === 'ready' && document.warning !== '' && (
        <Alert color="yellow" mb="md">
          {translateMessage({ ...document.warningMessage, message: document.warning })}
        </Alert>
      )}
      <Tabs value={tab} onChange={(next) => void open(next)} keepMounted={false}>
        <Tabs.List ref={row} mb="lg" className="scroll-row">
          {TABS.map((key) => (
            <Tabs.Tab key={key} value={key}>
              {t(`knowledge.document.${key}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="content">
          <ContentTab key={written.ts} document={written} onDirty={onDirty} onDone={onDone} onCancel={onCancel} />
        </Tabs.Panel>
        <Tabs.Panel value="passages">
          <PassagesTab document={document} onDirty={onDirty} />
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <VersionsTab document={document} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function Facts({ document }: { document: Document }) {
  const { t, i18n } = useTranslation()
  const { sourceType, sourceUrl, fileName, ts, fetchedAt } = document
  const { crawl } = useDocumentCrawl(document)
  const next = document.nextFetchAt ?? crawl?.nextRunAt ?? null
  const isPage = sourceType === 'url'
  const size = sizeText({ ...document, size: document.content.length }, t, i18n.language)
  return (
    <div className={classes.facts}>
      {sourceUrl && (
        <Anchor href={sourceUrl} target="_blank" rel="noreferrer noopener" size="sm" className={classes.link}>
          {sourceUrl} <IconExternalLink size={14} stroke={1.5} aria-hidden />
        </Anchor>
      )}
      <Text size="sm" c="dimmed" component="p" m={0} className={classes.meta}>
        <span>{t(`knowledge.types.${sourceType}`)}</span>
        {fileName && <span>{fileName}</span>}
        {size && <span>{size}</span>}
        {isPage && fetchedAt !== null && (
          <span>
            {t('knowledge.document.changed')} <RelativeTime at={ts} />
          </span>
        )}
        {fetchedAt !== null && (
          <span>
            {t(isPage ? 'knowledge.document.checked' : 'knowledge.document.fetched')} <RelativeTime at={fetchedAt} />
          </span>
        )}
        {next !== null && (
          <span>
            {t('knowledge.document.next')} <RelativeTime at={next} />
          </span>
        )}
      </Text>
    </div>
  )
}
