// The list of conversations and the open one, live; one at a time on phones. For one agent or the whole workspace.
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ComponentProps, lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink, useSearchParam } from '../../../lib/link.tsx'
import { endProps, listProps, paged, pageInput } from '../../../lib/paged-query.ts'
import { paths } from '../../../lib/paths.ts'
import { useCan } from '../../../lib/permissions.ts'
import { whenIdle } from '../../../lib/when-idle.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { TalkDrawing } from '../../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { HelpLink, usePageTitle } from '../../../components/layout/page.tsx'
import { PagedList } from '../../../components/lists/paged-list.tsx'
import { SearchInput } from '../../../components/inputs/search-input.tsx'
import { VirtualRows } from '../../../components/lists/virtual-rows.tsx'
import { ConversationRow, messageOf } from '../conversation-row.tsx'
import type { Listed } from '../listed.ts'
import { INBOX_VIEWS } from '../contract-constants.ts'
import { useConversationTarget } from '../conversation-target.ts'
import { InboxKeys } from './inbox-keys.tsx'
import { InboxFilters, useInboxFilters } from './inbox-filters.tsx'
import { narrowedBy, PAGE, type Values, workspaceConversations } from './workspace-conversations.ts'
import classes from '../conversations.module.css'

// Most of the page's scripts: the list does not wait for them.
const loadTranscript = () => import('../transcript.tsx')
const Transcript = lazy(async () => ({ default: (await loadTranscript()).Transcript }))
const BulkBar = lazy(() => import('./bulk-bar.tsx'))

/** A usual row's height in pixels. */
const ROW_HEIGHT = 67
const ROW_GAP = 2

function useConversations(search: string, filters: Values, agentId: string) {
  const { api } = useScope()
  return useInfiniteQuery(
    api.conversations.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ agentId, ...narrowedBy(filters), ...pageInput(search, cursor, PAGE) }),
      ...paged,
      enabled: agentId !== '',
    }),
  )
}

const useAgentId = () => useParams({ strict: false, select: (params: { agentId?: string }) => params.agentId ?? '' })

/** An agent's «Chats», for client users too. */
export function InboxPage() {
  const agentId = useAgentId()
  const [search] = useSearchParam('search')
  const filters = useInboxFilters()
  const conversations = useConversations(search, filters.values, agentId)
  return <Panes conversations={conversations} agentId={agentId} />
}

export function WorkspaceInboxPage() {
  const { t } = useTranslation()
  usePageTitle(t('conversations.inbox.title'))
  const [search] = useSearchParam('search')
  const [agentId] = useSearchParam('of')
  const filters = useInboxFilters()
  const { api, workspace } = useScope()
  const conversations = useInfiniteQuery(workspaceConversations(api, workspace.uid, search, filters.values))
  return <Panes conversations={conversations} agentId={agentId} ofWorkspace />
}

/** Why the list is empty, for the empty state. */
function noneOf({ view, agent, ...more }: Values) {
  if (Object.values(more).some(Boolean)) return 'filtered'
  return INBOX_VIEWS.find((one) => one === view) ?? (agent ? 'agent' : 'filtered')
}

interface PanesProps {
  conversations: ReturnType<typeof useConversations>
  /** Agent of the open conversation. */
  agentId: string
  ofWorkspace?: boolean
}

function Panes({ conversations, agentId, ofWorkspace = false }: PanesProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParam('search')
  const [chosen, choose] = useSearchParam('conversation')
  const [message, setMessage] = useSearchParam('message')
  const filters = useInboxFilters()
  const items: readonly Listed[] = conversations.data?.pages.flatMap((page): readonly Listed[] => page.items) ?? []
  const { values, isNarrowed } = filters
  const [chosenRows, setChosenRows] = useState<ReadonlySet<string>>()
  const onToggle = useCallback((id: string) => setChosenRows((rows) => toggled(rows, id)), [])
  const mayEdit = useCan('editor')
  const { client } = useScope()
  useEffect(() => whenIdle(() => loadTranscript().catch(() => undefined)), [])
  const mayAct = client !== undefined || mayEdit
  if (conversations.isSuccess && items.length === 0 && !search && !chosen && !isNarrowed)
    return <NoChats ofWorkspace={ofWorkspace} />
  return (
    <div className={classes.panes} data-reading={chosen ? true : undefined} data-toasts={chosen ? 'thread' : undefined}>
      <InboxKeys items={items} chosen={chosen} />
      <h1 className="visually-hidden">{t(ofWorkspace ? 'conversations.inbox.title' : 'conversations.title')}</h1>
      <section className={classes.side} aria-label={t('conversations.list')}>
        <div className={classes.search} data-key="search">
          <SearchInput value={search} onChange={setSearch} label={t('conversations.search')} />
          <HelpLink
            title={t(ofWorkspace ? 'conversations.inbox.title' : 'conversations.title')}
            slug={ofWorkspace ? 'inbox' : 'conversations'}
          />
        </div>
        <InboxFilters
          filters={filters}
          ofWorkspace={ofWorkspace}
          agentId={ofWorkspace ? values.agent || (items[0]?.agentId ?? '') : agentId}
          onSelect={items.length > 0 && mayAct ? () => setChosenRows(new Set()) : undefined}
        />
        <PagedList
          of="conversations"
          shown={items.length}
          search={search}
          onClearSearch={() => setSearch(undefined)}
          empty={
            isNarrowed ? (
              <EmptyState
                drawing={<TalkDrawing />}
                title={t(`conversations.inbox.none.${noneOf(values)}`)}
                action={
                  <Button variant="default" onClick={filters.clear}>
                    {t('conversations.inbox.showAll')}
                  </Button>
                }
              />
            ) : undefined
          }
          {...listProps(conversations)}
        >
          <Chats
            items={items}
            chosen={chosen}
            chosenRows={chosenRows}
            onToggle={onToggle}
            {...endProps(conversations, items.length)}
          />
        </PagedList>
        {chosenRows && (
          <Suspense fallback={null}>
            <BulkBar
              chosen={items.filter(({ id }) => chosenRows.has(id))}
              onChooseAll={() => setChosenRows(new Set(items.map(({ id }) => id)))}
              onDone={() => setChosenRows(undefined)}
            />
          </Suspense>
        )}
      </section>
      <div className={classes.reader}>
        {chosen && agentId ? (
          <Suspense fallback={<RowSkeletons />}>
            <Transcript
              key={`${chosen}/${message}`}
              agentId={agentId}
              conversationId={chosen}
              sought={Number(message) || undefined}
              onClose={() => {
                choose(undefined)
                setMessage(undefined)
              }}
            />
          </Suspense>
        ) : (
          <div className={classes.choose}>
            <div>
              <TalkDrawing />
              <p className={classes.nothing}>{t('conversations.choose')}</p>
            </div>
          </div>
        )}
      </div>
    </div>
  )
}

function toggled(rows: ReadonlySet<string> | undefined, id: string): ReadonlySet<string> {
  const next = new Set(rows)
  if (!next.delete(id)) next.add(id)
  return next
}

interface ChatsProps {
  items: readonly Listed[]
  /** Undefined outside selection mode. */
  chosenRows: ReadonlySet<string> | undefined
  onToggle: (id: string) => void
  chosen: string
  total: number | undefined
  onEnd: (() => void) | undefined
}

function Chats({ items, chosen, chosenRows, onToggle, total, onEnd }: ChatsProps) {
  const { t } = useTranslation()
  const targetOf = useConversationTarget()
  // Stable, so that a new page of the list does not re-render visible rows.
  const draw = useCallback(
    (conversation: Listed, item: ComponentProps<'li'>) => (
      <ConversationRow
        key={conversation.id}
        conversation={conversation}
        current={conversation.id === chosen}
        target={targetOf(conversation, messageOf(conversation))}
        choice={chosenRows && { isChosen: chosenRows.has(conversation.id), onToggle: () => onToggle(conversation.id) }}
        item={item}
      />
    ),
    [chosen, chosenRows, onToggle, targetOf],
  )
  return (
    <VirtualRows
      items={items}
      keyOf={({ id }) => id}
      rowHeight={ROW_HEIGHT}
      gap={ROW_GAP}
      className={classes.list}
      label={t('conversations.list')}
      total={total}
      onEnd={onEnd}
    >
      {draw}
    </VirtualRows>
  )
}

function NoChats({ ofWorkspace }: { ofWorkspace: boolean }) {
  const { t } = useTranslation()
  const { client, region } = useScope()
  const [, openTest] = useSearchParam('showDebugger')
  const common = { order: 1, drawing: <TalkDrawing /> } as const
  if (client)
    return <EmptyState {...common} title={t('conversations.emptyTitle')} text={t('conversations.emptyTextClient')} />
  if (ofWorkspace)
    return (
      <EmptyState
        {...common}
        title={t('conversations.sessions.emptyTitle')}
        text={t('conversations.sessions.emptyText')}
        action={
          <Button renderRoot={(props) => <AppLink target={paths.agents(region)} {...props} />}>
            {t('conversations.sessions.toAgents')}
          </Button>
        }
      />
    )
  return (
    <EmptyState
      {...common}
      title={t('conversations.emptyTitle')}
      text={t('conversations.emptyText')}
      action={<Button onClick={() => openTest('true')}>{t('conversations.openTest')}</Button>}
    />
  )
}
