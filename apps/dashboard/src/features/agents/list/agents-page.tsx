// All agents of the workspace as cards, newest-modified first.
import { Button, SimpleGrid } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../errors.ts'
import { useSearchParam } from '../../../link.tsx'
import { useScope } from '../../../scope.tsx'
import { AgentDrawing, LostDrawing } from '../../../ui/drawings.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Page, usePageTitle } from '../../../ui/page.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { useNewAgent } from '../new-agent/new-agent.tsx'
import { AgentCard } from './agent-card.tsx'
import classes from './agents-page.module.css'

function useAgents(search: string) {
  const { api, workspace } = useScope()
  return useInfiniteQuery(
    api.agents.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        uid: workspace.uid,
        limit: 24,
        ...(search ? { search } : {}),
        ...(cursor ? { cursor } : {}),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  )
}

export function AgentsPage() {
  const { t } = useTranslation()
  usePageTitle(t('agents.list.title'))
  const openNewAgent = useNewAgent()
  const [search, setSearch] = useSearchParam('search')
  const agents = useAgents(search)
  const items = agents.data?.pages.flatMap((page) => page.items) ?? []
  const none = agents.isSuccess && items.length === 0
  return (
    <Page
      title={t('agents.list.title')}
      actions={
        <Button className={classes.phoneNew} leftSection={<IconPlus size={16} stroke={1.5} />} onClick={openNewAgent}>
          {t('shell.newAgent')}
        </Button>
      }
    >
      {!(none && !search) && (
        <div className={classes.search}>
          <SearchInput value={search} onChange={setSearch} label={t('agents.list.search')} />
        </div>
      )}
      {agents.isPending && <RowSkeletons rows={3} height={132} />}
      {agents.error && <Failure text={errorText(agents.error)} onRetry={() => void agents.refetch()} />}
      {none && !search && (
        <EmptyState
          drawing={<AgentDrawing />}
          title={t('agents.list.emptyTitle')}
          text={t('agents.list.emptyText')}
          action={<Button onClick={openNewAgent}>{t('agents.list.emptyAction')}</Button>}
        />
      )}
      {none && search && (
        <EmptyState
          drawing={<LostDrawing />}
          title={t('common.nothingFound', { search })}
          action={
            <Button variant="default" onClick={() => setSearch(undefined)}>
              {t('common.clearSearch')}
            </Button>
          }
        />
      )}
      <SimpleGrid component="ul" className={classes.grid} cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {items.map((agent) => (
          <AgentCard key={agent.ID} agent={agent} />
        ))}
      </SimpleGrid>
      <LoadMore
        of="agents"
        shown={items.length}
        hasMore={agents.hasNextPage}
        loading={agents.isFetchingNextPage}
        onMore={() => void agents.fetchNextPage()}
      />
    </Page>
  )
}
