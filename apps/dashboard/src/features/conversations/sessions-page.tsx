import { Box, Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AppLink, useSearchParam } from '../../lib/link.tsx'
import { endProps, listProps, paged, pageInput } from '../../lib/paged-query.ts'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { TalkDrawing } from '../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { Page, usePageTitle } from '../../components/layout/page.tsx'
import { PagedList } from '../../components/lists/paged-list.tsx'
import { SearchInput } from '../../components/inputs/search-input.tsx'
import { VirtualRows } from '../../components/lists/virtual-rows.tsx'
import { NothingFound } from '../../components/feedback/nothing-found.tsx'
import { ConversationRow, messageOf } from './conversation-row.tsx'
import classes from './conversations.module.css'
import { askedFor, type SessionFilters } from './session-days.ts'
import { SessionFilterFields } from './session-filters.tsx'

/** Rows per page: few requests even for long scrolls. */
const PAGE = 100
const ROW_HEIGHT = 96
const ROW_GAP = 2

function useSessions(search: string, filters: SessionFilters) {
  const { api, workspace } = useScope()
  return useInfiniteQuery(
    api.conversations.listWorkspace.infiniteOptions({
      input: (cursor: string | undefined) => ({
        uid: workspace.uid,
        ...pageInput(search, cursor, PAGE),
        ...askedFor(filters),
      }),
      ...paged,
    }),
  )
}

function useFilters() {
  const [agent, setAgent] = useSearchParam('agent')
  const [channel, setChannel] = useSearchParam('channel')
  const [state, setState] = useSearchParam('state')
  const [from, setFrom] = useSearchParam('from')
  const [to, setTo] = useSearchParam('to')
  const set = { agent: setAgent, channel: setChannel, state: setState, from: setFrom, to: setTo }
  const change = (patch: Partial<SessionFilters>) => {
    for (const [name, value] of Object.entries(patch)) set[name as keyof SessionFilters](value)
  }
  return [{ agent, channel, state, from, to }, change] as const
}

export function SessionsPage() {
  const { t } = useTranslation()
  usePageTitle(t('conversations.sessions.title'))
  const { region } = useScope()
  const [search, setSearch] = useSearchParam('search')
  const [filters, change] = useFilters()
  const sessions = useSessions(search, filters)
  const items = sessions.data?.pages.flatMap((page) => page.items) ?? []
  const filtered = Object.keys(askedFor(filters)).length > 0
  const none = sessions.isSuccess && items.length === 0
  return (
    <Page
      help="conversations"
      title={t('conversations.sessions.title')}
      description={t('conversations.sessions.description')}
      narrow
    >
      {!(none && !search && !filtered) && (
        <>
          <Box maw={{ base: '100%', xs: 346 }} mb={12}>
            <SearchInput value={search} onChange={setSearch} label={t('conversations.sessions.search')} />
          </Box>
          <SessionFilterFields filters={filters} onChange={change} />
        </>
      )}
      <PagedList
        of="conversations"
        shown={items.length}
        search={search}
        onClearSearch={() => setSearch(undefined)}
        empty={filtered ? <NothingFound title={t('conversations.sessions.noneTitle')} /> : <NoSessions />}
        {...listProps(sessions)}
      >
        <VirtualRows
          items={items}
          keyOf={({ id }) => id}
          rowHeight={ROW_HEIGHT}
          gap={ROW_GAP}
          className={`${classes.list} ${classes.sessions}`}
          label={t('conversations.sessions.title')}
          {...endProps(sessions, items.length)}
        >
          {(conversation, item) => (
            <ConversationRow
              key={conversation.id}
              conversation={conversation}
              detailed
              target={paths.agent(region, conversation.agentId, 'convos', {
                conversation: conversation.id,
                ...messageOf(conversation),
              })}
              item={item}
            />
          )}
        </VirtualRows>
      </PagedList>
    </Page>
  )
}

function NoSessions() {
  const { t } = useTranslation()
  const { region } = useScope()
  return (
    <EmptyState
      drawing={<TalkDrawing />}
      title={t('conversations.sessions.emptyTitle')}
      text={t('conversations.sessions.emptyText')}
      action={
        <Button renderRoot={(props) => <AppLink target={paths.agents(region)} {...props} />}>
          {t('conversations.sessions.toAgents')}
        </Button>
      }
    />
  )
}
