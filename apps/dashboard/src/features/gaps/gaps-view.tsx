// Questions the knowledge could not answer: answer or dismiss them.
import { SegmentedControl, Text } from '@mantine/core'
import type { Gap } from '@parlance/contract/gaps/schemas'
import { createElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../lib/link.tsx'
import { listProps } from '../../lib/paged-query.ts'
import { mayLeaveForms } from '../../lib/unsaved-guard.tsx'
import { TalkDrawing } from '../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { dismiss, notify } from '../../components/feedback/notify.ts'
import { PagedList } from '../../components/lists/paged-list.tsx'
import { SearchInput } from '../../components/inputs/search-input.tsx'
import { UndoToast } from '../../components/feedback/undo-toast.tsx'
import { GapRow } from './gap-row.tsx'
import classes from './gaps.module.css'
import { GAP_STATES, useGaps, useGapStatus } from './use-gaps.ts'

const UNDO_TIME = 5000

export default function GapsView({ agentId }: { agentId: string }) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParam('search')
  const [wanted, setWanted] = useSearchParam('status')
  const status = GAP_STATES.find((key) => key === wanted) ?? 'open'
  const show = async (next: string) => {
    if (await mayLeaveForms()) setWanted(next === 'open' ? undefined : next)
  }
  return (
    <>
      <Text c="dimmed" size="sm" mb="md" maw={640}>
        {t('gaps.intro')}
      </Text>
      <div className={classes.bar}>
        <div className={classes.search}>
          <SearchInput value={search} onChange={setSearch} label={t('gaps.search')} />
        </div>
        <SegmentedControl
          aria-label={t('gaps.states')}
          data={GAP_STATES.map((key) => ({ value: key, label: t(`gaps.state.${key}`) }))}
          value={status}
          onChange={(next) => void show(next)}
        />
      </div>
      <GapList
        key={status}
        agentId={agentId}
        status={status}
        search={search}
        onClearSearch={() => setSearch(undefined)}
      />
    </>
  )
}

interface ListProps {
  agentId: string
  status: Gap['status']
  search: string
  onClearSearch: () => void
}

function GapList({ agentId, status, search, onClearSearch }: ListProps) {
  const { t } = useTranslation()
  // Questions answered here stay in place.
  const [answered, setAnswered] = useState<ReadonlyMap<string, Gap>>(new Map())
  // So do those being answered, although they may have moved to another page or state.
  const [writing, setWriting] = useState<ReadonlyMap<string, Gap>>(new Map())
  const gaps = useGaps(agentId, { status, search, still: answered.size + writing.size > 0 })
  const put = usePutAway(agentId)
  const listed = gaps.data?.pages.flatMap((page) => page.items) ?? []
  const unlisted = [...writing.values()].filter(({ id }) => listed.every((gap) => gap.id !== id))
  const items = [...listed, ...unlisted].map((gap) => answered.get(gap.id) ?? gap)
  const write = (gap: Gap, isWriting: boolean) =>
    setWriting((before) => new Map([...before, [gap.id, gap] as const].filter(([id]) => isWriting || id !== gap.id)))
  return (
    <PagedList
      of="questions"
      shown={items.length}
      search={search}
      onClearSearch={onClearSearch}
      empty={<NoGaps status={status} />}
      {...listProps(gaps)}
    >
      <ul className={classes.list} aria-label={t('gaps.list')}>
        {items.map((gap) => (
          <GapRow
            key={gap.id}
            agentId={agentId}
            gap={gap}
            busy={put.busy === gap.id}
            writing={writing.has(gap.id)}
            onWrite={(isWriting) => write(gap, isWriting)}
            onAnswered={(now) => {
              write(gap, false)
              setAnswered((before) => new Map([...before, [now.id, now]]))
            }}
            onDismiss={() => put.away(gap)}
            onReopen={() => {
              setAnswered((before) => new Map([...before].filter(([id]) => id !== gap.id)))
              put.back(gap)
            }}
          />
        ))}
      </ul>
    </PagedList>
  )
}

/** Dismisses with undo. Failures are reported where they happen. */
function usePutAway(agentId: string) {
  const { t } = useTranslation()
  const { busy, set } = useGapStatus(agentId)
  const quietly = (call: Promise<unknown>) =>
    call.then(
      () => true,
      () => false,
    )
  const back = ({ id }: Gap) => void quietly(set(id, 'open'))
  const away = async (gap: Gap) => {
    if (!(await quietly(set(gap.id, 'dismissed')))) return
    const toast = `gap-${gap.id}`
    const onUndo = () => {
      dismiss(toast)
      back(gap)
    }
    const text = t('gaps.dismissed', { question: gap.question })
    notify.info(createElement(UndoToast, { text, onUndo }), { id: toast, autoClose: UNDO_TIME })
  }
  return { busy, back, away: (gap: Gap) => void away(gap) }
}

function NoGaps({ status }: { status: Gap['status'] }) {
  const { t } = useTranslation()
  const [title, text] = {
    open: [t('gaps.emptyTitle'), t('gaps.emptyText')],
    answered: [t('gaps.emptyAnswered'), t('gaps.emptyAnsweredText')],
    dismissed: [t('gaps.emptyDismissed'), t('gaps.emptyDismissedText')],
  }[status]
  return <EmptyState drawing={<TalkDrawing />} title={title ?? ''} text={text ?? ''} />
}
