// Chats of an agent: the list and the transcript side by side, one at a time on phones, live.
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSearchParam, useSearchValues } from '../../lib/link.tsx'
import { endProps, listProps, paged, pageInput } from '../../lib/paged-query.ts'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { TalkDrawing } from '../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { PagedList } from '../../components/lists/paged-list.tsx'
import { SearchInput } from '../../components/inputs/search-input.tsx'
import { VirtualRows } from '../../components/lists/virtual-rows.tsx'
import { ConversationRow, messageOf, type Listed } from './conversation-row.tsx'
import classes from './inbox.module.css'
import { Transcript } from './transcript.tsx'

/** Rows of a page, and pixels of a usual one: few requests also for whoever reads far down. */
const PAGE = 100
const ROW_HEIGHT = 92
const ROW_GAP = 2

function useConversations(agentId: string, search: string) {
  const { api } = useScope()
  return useInfiniteQuery(
    api.conversations.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ agentId, ...pageInput(search, cursor, PAGE) }),
      ...paged,
    }),
  )
}

const useAgentId = () => useParams({ strict: false, select: (params: { agentId?: string }) => params.agentId ?? '' })

export function InboxPage() {
  const { t } = useTranslation()
  const agentId = useAgentId()
  const [search, setSearch] = useSearchParam('search')
  const [chosen, choose] = useSearchParam('conversation')
  const [message, setMessage] = useSearchParam('message')
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
          <Chats items={items} chosen={chosen} {...endProps(conversations, items.length)} />
        </PagedList>
      </section>
      <div className={classes.reader}>
        {chosen ? (
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

interface ChatsProps {
  items: readonly Listed[]
  /** Id of the one that is open. */
  chosen: string
  total: number | undefined
  onEnd: (() => void) | undefined
}

/** Only the rows in sight are drawn. */
function Chats({ items, chosen, total, onEnd }: ChatsProps) {
  const { t } = useTranslation()
  const { region } = useScope()
  const agentId = useAgentId()
  const { conversation: _, message: __, ...others } = useSearchValues()
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
      {(conversation, item) => (
        <ConversationRow
          key={conversation.id}
          conversation={conversation}
          current={conversation.id === chosen}
          target={paths.agent(region, agentId, 'convos', {
            ...others,
            conversation: conversation.id,
            ...messageOf(conversation),
          })}
          item={item}
        />
      )}
    </VirtualRows>
  )
}

function NoChats() {
  const { t } = useTranslation()
  const { client } = useScope()
  const [, openTest] = useSearchParam('showDebugger')
  return (
    <EmptyState
      order={1}
      drawing={<TalkDrawing />}
      title={t('conversations.emptyTitle')}
      text={t(client ? 'conversations.emptyTextClient' : 'conversations.emptyText')}
      {...(client ? {} : { action: <Button onClick={() => openTest('true')}>{t('conversations.openTest')}</Button> })}
    />
  )
}
