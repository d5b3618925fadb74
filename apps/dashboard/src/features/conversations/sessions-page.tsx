// Conversations of all agents of the workspace.
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AppLink, useSearchParam } from '../../link.tsx'
import { listProps, paged, pageInput } from '../../paged.ts'
import { paths } from '../../paths.ts'
import { useScope } from '../../scope.tsx'
import { TalkDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, usePageTitle } from '../../ui/page.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { ConversationRow } from './conversation-row.tsx'
import classes from './inbox.module.css'

function useSessions(search: string) {
  const { api, workspace } = useScope()
  return useInfiniteQuery(
    api.conversations.listWorkspace.infiniteOptions({
      input: (cursor: string | undefined) => ({ uid: workspace.uid, ...pageInput(search, cursor) }),
      ...paged,
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
      <PagedList
        of="conversations"
        shown={items.length}
        search={search}
        onClearSearch={() => setSearch(undefined)}
        empty={<NoSessions />}
        {...listProps(sessions)}
      >
        <ul className={`${classes.list} ${classes.sessions}`}>
          {items.map((conversation) => (
            <ConversationRow
              key={conversation.id}
              conversation={conversation}
              target={paths.conversation(region, conversation.agentId, conversation.id)}
            />
          ))}
        </ul>
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
