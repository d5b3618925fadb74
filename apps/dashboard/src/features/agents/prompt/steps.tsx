// The agent's nodes as text, in reading order.
import { Button, Group, Menu, Text } from '@mantine/core'
import { placed, readingOrder, NODE_GAP, NODE_SIZE } from '@parlance/engine/graph/layout'
import { freeStepName } from '@parlance/engine/graph/step-names'
import { IconChevronDown, IconFoldDown, IconFoldUp, IconPlus } from '@tabler/icons-react'
import { useEffect, useMemo, useState, type FocusEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../lib/link.tsx'
import { SearchInput } from '../../../components/inputs/search-input.tsx'
import { findNodes } from './find-nodes.ts'
import { ADDED_KINDS, KIND_ICONS } from './kinds.ts'
import { cardId, NodeCard } from './node-card.tsx'
import classes from './prompt.module.css'
import { Rail } from './rail.tsx'
import { useGraphEditor } from './graph-editor.tsx'
import { OWN_UNDO, UndoRedo, useUndoKeys } from './undo-redo.tsx'
import { newNodeId } from './use-graph.ts'
import { Editing } from '../../../components/feedback/read-only.tsx'

export function Steps() {
  const { t } = useTranslation()
  const { nodes, stay } = useGraphEditor()
  const [search, setSearch] = useSearchParam('search')
  const [current, setCurrent] = useSearchParam('node')
  const ordered = useMemo(() => readingOrder(nodes), [nodes])
  const shown = useMemo(() => findNodes(ordered, search), [ordered, search])
  const [open, setOpen] = useState<ReadonlySet<string>>(
    // Initially only a single step is open, or the one in the address.
    () => new Set([...(ordered.length === 1 ? ordered : []).map(({ id }) => id), current]),
  )
  const jump = (id: string) => {
    setOpen(new Set([...open, id]))
    setCurrent(id)
    requestAnimationFrame(() => goTo(id))
  }
  // Scrolls to the step in the address.
  useEffect(() => {
    if (current) goTo(current)
    // Only on arrival: later jumps scroll themselves.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const undoKeys = useUndoKeys()
  const leave = ({ target, relatedTarget }: FocusEvent) => {
    const [left, next] = [cardOf(target), cardOf(relatedTarget)]
    if (left && left !== next && !relatedTarget?.closest('[data-portal]')) stay(next ? [next] : [])
  }
  return (
    <div className={classes.view} onKeyDown={undoKeys} onBlur={leave} role="presentation">
      <div className={classes.side} {...OWN_UNDO}>
        <SearchInput value={search} onChange={setSearch} label={t('studio.search')} />
        <Rail nodes={shown} current={current} onJump={jump} />
      </div>
      <section className={classes.steps} aria-label={t('agents.prompt.steps')}>
        <StepsBar
          allOpen={shown.every(({ id }) => open.has(id))}
          onOpenAll={(all) => setOpen(new Set(all ? nodes.map(({ id }) => id) : []))}
          onAdded={jump}
        />
        {shown.length === 0 && <Text c="dimmed">{t('studio.nothingFound', { search })}</Text>}
        {shown.map((node) => (
          <NodeCard
            key={node.id}
            node={node}
            open={open.has(node.id)}
            onAdded={jump}
            onToggle={() => {
              const next = new Set(open)
              if (!next.delete(node.id)) next.add(node.id)
              setOpen(next)
            }}
          />
        ))}
      </section>
    </div>
  )
}

/** The step whose card contains the element. */
const cardOf = (element: Element | null): string | undefined =>
  element?.closest<HTMLElement>('article[data-step]')?.dataset['step']

function goTo(id: string): void {
  const card = document.getElementById(cardId(id))
  card?.scrollIntoView({ block: 'start' })
  card?.focus({ preventScroll: true })
}

interface BarProps {
  allOpen: boolean
  onOpenAll: (all: boolean) => void
  onAdded: (id: string) => void
}

function StepsBar({ allOpen, onOpenAll, onAdded }: BarProps) {
  const { t } = useTranslation()
  return (
    <Group gap="xs" justify="space-between">
      <Group gap="xs">
        <Editing>
          <UndoRedo />
        </Editing>
        <Button
          variant="default"
          leftSection={allOpen ? <IconFoldUp size={16} stroke={1.5} /> : <IconFoldDown size={16} stroke={1.5} />}
          onClick={() => onOpenAll(!allOpen)}
        >
          {t(allOpen ? 'studio.foldAll' : 'studio.unfoldAll')}
        </Button>
      </Group>
      <Editing>
        <AddStep onAdded={onAdded} />
      </Editing>
    </Group>
  )
}

function AddStep({ onAdded }: { onAdded: (id: string) => void }) {
  const { t } = useTranslation()
  const { nodes, act } = useGraphEditor()
  const add = (kind: (typeof ADDED_KINDS)[number]) => {
    const id = newNodeId()
    const lowest = Math.max(...Object.values(placed(nodes)).map(({ y }) => y))
    const place = { x: 0, y: lowest + NODE_SIZE.height + NODE_GAP.row }
    if (act({ type: 'add', id, kind, name: freeStepName(nodes, t(`agents.prompt.type.${kind}`)), place })) onAdded(id)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.5} />}
          rightSection={<IconChevronDown size={14} stroke={1.5} />}
        >
          {t('studio.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ADDED_KINDS.map((kind) => {
          const KindIcon = KIND_ICONS[kind]
          return (
            <Menu.Item key={kind} leftSection={<KindIcon size={16} stroke={1.5} />} onClick={() => add(kind)}>
              <span>{t(`agents.prompt.type.${kind}`)}</span>
              <Text size="xs" c="dimmed">
                {t(`studio.kinds.${kind}`)}
              </Text>
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
