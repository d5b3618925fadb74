// Chats of an agent: the list and the transcript side by side, one at a time on phones, live.
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSearchParam, useSearchValues } from '../../link.tsx'
import { listProps, paged, pageInput } from '../../paged.ts'
import { paths } from '../../paths.ts'
import { useScope } from '../../scope.tsx'
import { TalkDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { ConversationRow } from './conversation-row.tsx'
import classes from './inbox.module.css'
import { Transcript } from './transcript.tsx'

function useConversations(agentId: string, search: string) {
  const { api } = useScope()
  return useInfiniteQuery(
    api.conversations.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ agentId, ...pageInput(search, cursor) }),
      ...paged,
    }),
  )
}

export function InboxPage() {
  const { t } = useTranslation()
  const { region } = useScope()
  const agentId = useParams({ strict: false, select: (params: { agentId?: string }) => params.agentId ?? '' })
  const [search, setSearch] = useSearchParam('search')
  const [chosen, choose] = useSearchParam('conversation')
  const { conversation: _, ...others } = useSearchValues()
  const conversations = useConversations(agentId, search)
  const items = conversations.data?.pages.flatMap((page) => page.items) ?? []
  if (conversations.isSuccess && items.length === 0 && !search && !chosen) {
    return <NoChats />
  }
  return (
    <div className={classes.panes} data-reading={chosen ? true : undefined}>
      <h1 className="visually-hidden">{t('conversations.title')}</h1>
      <section className={classes.side} aria-label={t('conversations.list')}>
        <div className={classes.search}>
          <SearchInput value={search} onChange={setSearch} label={t('conversations.search')} />
        </div>
        <PagedList
          of="conversations"
          shown={items.length}
          search={search}
          onClearSearch={() => setSearch(undefined)}
          {...listProps(conversations)}
        >
          <ul className={classes.list}>
            {items.map((conversation) => (
              <ConversationRow
                key={conversation.id}
                conversation={conversation}
                current={conversation.id === chosen}
                target={paths.agent(region, agentId, 'convos', { ...others, conversation: conversation.id })}
              />
            ))}
          </ul>
        </PagedList>
      </section>
      <div className={classes.reader}>
        {chosen ? (
          <Transcript key={chosen} agentId={agentId} conversationId={chosen} onClose={() => choose(undefined)} />
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

function NoChats() {
  const { t } = useTranslation()
  const [, openTest] = useSearchParam('showDebugger')
  return (
    <EmptyState
      order={1}
      drawing={<TalkDrawing />}
      title={t('conversations.emptyTitle')}
      text={t('conversations.emptyText')}
      action={<Button onClick={() => openTest('true')}>{t('conversations.openTest')}</Button>}
    />
  )
}
