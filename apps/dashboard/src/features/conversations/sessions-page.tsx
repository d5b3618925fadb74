// Conversations of all agents of the workspace.
import { Button } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../errors.ts'
import { AppLink, useSearchParam } from '../../link.tsx'
import { paths } from '../../paths.ts'
import { useScope } from '../../scope.tsx'
import { LostDrawing, TalkDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failure } from '../../ui/failure.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page, usePageTitle } from '../../ui/page.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { ConversationRow } from './conversation-row.tsx'
import classes from './inbox.module.css'

function useSessions(search: string) {
  const { api, workspace } = useScope()
  return useInfiniteQuery(
    api.conversations.listWorkspace.infiniteOptions({
      input: (cursor: string | undefined) => ({
        uid: workspace.uid,
        limit: 30,
        ...(search ? { search } : {}),
        ...(cursor ? { cursor } : {}),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  )
}

export function SessionsPage() {
  const { t } = useTranslation()
  usePageTitle(t('conversations.sessions.title'))
  const { region } = useScope()
  const [search, setSearch] = useSearchParam('search')
  const sessions = useSessions(search)
  const items = sessions.data?.pages.flatMap((page) => page.items) ?? []
  const none = sessions.isSuccess && items.length === 0
  return (
    <Page title={t('conversations.sessions.title')} description={t('conversations.sessions.description')} narrow>
      {!(none && !search) && (
        <div style={{ maxWidth: 320, marginBlockEnd: 16 }}>
          <SearchInput value={search} onChange={setSearch} label={t('conversations.sessions.search')} />
        </div>
      )}
      {sessions.isPending && <RowSkeletons />}
      {sessions.error && <Failure text={errorText(sessions.error)} onRetry={() => void sessions.refetch()} />}
      {none && search && <EmptyState drawing={<LostDrawing />} title={t('common.nothingFound', { search })} />}
      {none && !search && (
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
      )}
      {items.length > 0 && (
        <ul className={`${classes.list} ${classes.sessions}`}>
          {items.map((conversation) => (
            <ConversationRow
              key={conversation.id}
              conversation={conversation}
              target={paths.conversation(region, conversation.agentId, conversation.id)}
            />
          ))}
        </ul>
      )}
      <LoadMore
        of="conversations"
        shown={items.length}
        hasMore={sessions.hasNextPage}
        loading={sessions.isFetchingNextPage}
        onMore={() => void sessions.fetchNextPage()}
      />
    </Page>
  )
}
