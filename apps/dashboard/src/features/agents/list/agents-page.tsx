// The workspace's agents as cards, last modified first.
import { Button, useMatches } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeniedReason } from '../../../lib/permissions.ts'
import { useSearchParam } from '../../../lib/link.tsx'
import { endProps, listProps, paged, pageInput } from '../../../lib/paged-query.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { AgentDrawing } from '../../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { PagedList } from '../../../components/lists/paged-list.tsx'
import { Page, usePageTitle } from '../../../components/layout/page.tsx'
import { SearchInput } from '../../../components/inputs/search-input.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { LongRows } from '../../../components/lists/long-rows.tsx'
import { useNewAgent } from '../new-agent/new-agent.tsx'
import { ImportButton } from '../exchange/import-button.tsx'
import { AgentCard } from './agent-card.tsx'
import classes from './agents-page.module.css'

/** Agents per page; fills the rows of every width. */
const PAGE = 48
/** Card height and gap in pixels, as in the style. */
const [CARD_HEIGHT, GAP] = [232, 16]
/** Polls the figures, unless many pages would have to be reloaded. */
const FIGURES_POLL = 30_000
const POLLED_PAGES = 2

function useAgents(search: string) {
  const { api, workspace } = useScope()
  return useInfiniteQuery(
    api.agents.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        uid: workspace.uid,
        include: 'figures' as const,
        ...pageInput(search, cursor, PAGE),
      }),
      ...paged,
      refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= POLLED_PAGES ? FIGURES_POLL : false),
    }),
  )
}

export function AgentsPage() {
  const { t } = useTranslation()
  usePageTitle(t('agents.list.title'))
  const openNewAgent = useNewAgent()
  const refusal = useDeniedReason('editor')
  const [search, setSearch] = useSearchParam('search')
  const agents = useAgents(search)
  const items = agents.data?.pages.flatMap((page) => page.items) ?? []
  const none = agents.isSuccess && items.length === 0
  return (
    <Page
      help="first-agent"
      title={t('agents.list.title')}
      actions={
        !refusal && (
          <>
            <ImportButton />
            <Button
              className={classes.phoneNew}
              leftSection={<IconPlus size={16} stroke={1.5} />}
              onClick={openNewAgent}
            >
              {t('shell.newAgent')}
            </Button>
          </>
        )
      }
    >
      {!(none && !search) && (
        <div className={classes.search}>
          <SearchInput value={search} onChange={setSearch} label={t('agents.list.search')} />
        </div>
      )}
      <PagedList
        of="agents"
        shown={items.length}
        search={search}
        onClearSearch={() => setSearch(undefined)}
        skeletons={<RowSkeletons rows={3} height={CARD_HEIGHT} />}
        empty={
          <EmptyState
            drawing={<AgentDrawing />}
            title={t(refusal ? 'agents.list.emptyLookTitle' : 'agents.list.emptyTitle')}
            text={t(refusal ? 'agents.list.emptyLookText' : 'agents.list.emptyText')}
            action={!refusal && <Button onClick={openNewAgent}>{t('agents.list.emptyAction')}</Button>}
          />
        }
        {...listProps(agents)}
      >
        <Cards items={items} {...endProps(agents, items.length)} />
      </PagedList>
    </Page>
  )
}

interface CardsProps {
  items: readonly ComponentProps<typeof AgentCard>['agent'][]
  total: number | undefined
  onEnd: (() => void) | undefined
}

function Cards({ items, total, onEnd }: CardsProps) {
  const columns = useMatches({ base: 1, sm: 2, lg: 3 }, { getInitialValueInEffect: false })
  return (
    <LongRows
      items={items}
      keyOf={({ ID }) => ID}
      rowHeight={CARD_HEIGHT}
      gap={GAP}
      columns={columns}
      className={classes.grid}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      total={total}
      onEnd={onEnd}
    >
      {(agent, item) => <AgentCard key={agent.ID} agent={agent} item={item} />}
    </LongRows>
  )
}
