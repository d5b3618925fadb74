// A node's fixed items: forms, preview and JSON. Invalid input is kept here but not saved.
import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core'
import { GRAPH_LIMITS } from '@parlance/engine/graph/graph-edit'
import { sameConfig } from '@parlance/contract/agents/same-config'
import { Item, ITEM_TYPES } from '@parlance/contract/items/schemas'
import {
  IconArrowDown,
  IconArrowUp,
  IconBraces,
  IconCards,
  IconFile,
  IconForms,
  IconId,
  IconInputCheck,
  IconLetterT,
  IconListCheck,
  IconPhoto,
  IconPlus,
  IconTrash,
  IconWindow,
  type Icon,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { NodeKind } from '@parlance/engine/graph/graph-edit'
import { labelled } from '../../../../components/content/locale.ts'
import { LooseItems } from '../../../../components/chat/message-items.tsx'
import { Editing } from '../../../../components/feedback/read-only.tsx'
import { ItemForm } from './item-forms.tsx'
import { ItemJson } from './item-json.tsx'
import classes from '../prompt.module.css'

const ICONS: Record<Item['type'], Icon> = {
  text: IconLetterT,
  choice: IconListCheck,
  visual: IconPhoto,
  cardV2: IconId,
  carousel: IconCards,
  iFrame: IconWindow,
  form: IconForms,
  input: IconInputCheck,
  file: IconFile,
}

interface Row {
  readonly key: number
  /** As typed; may be invalid. */
  readonly item: Item
  /** Its last valid version, which is saved. */
  readonly good: Item | undefined
}

let rows = 0
const rowOf = (item: Item, before?: Row): Row => {
  const checked = Item.safeParse(item)
  rows += 1
  return { key: before?.key ?? rows, item, good: checked.success ? checked.data : before?.good }
}
const savable = (list: readonly Row[]): Item[] => list.flatMap(({ good }) => good ?? [])

interface Props {
  /** The step's name, which makes labels unique across steps. */
  name: string
  kind: NodeKind
  items: readonly Item[]
  onChange: (items: Item[]) => void
}

export default function ItemsEditor({ name, kind, items, onChange }: Props) {
  const { t } = useTranslation()
  const [list, setList] = useState(() => items.map((item) => rowOf(item)))
  const sent = useRef(items)
  // After an undo or another person's change, typed text stays only if it is what is saved.
  useEffect(() => {
    if (items === sent.current || sameConfig({ items }, { items: sent.current })) return
    sent.current = items
    setList(items.map((item) => rowOf(item)))
  }, [items])
  const set = (next: Row[]) => {
    setList(next)
    const good = savable(next)
    if (sameConfig({ items: good }, { items: sent.current })) return
    sent.current = good
    onChange(good)
  }
  const hint = kind === 'message' ? 'studio.items.text' : 'studio.items.before'
  return (
    <section aria-label={labelled(name, t('studio.items.title'))}>
      <Text size="sm" fw={500}>
        {t('studio.items.title')}
      </Text>
      <Text size="sm" c="dimmed" mb={8}>
        {t(hint)}
      </Text>
      <ol className={classes.rows}>
        {list.map((row, at) => (
          <li key={row.key}>
            <ItemRow
              row={row}
              step={name}
              at={at}
              count={list.length}
              onChange={(item) => set(list.with(at, rowOf(item, row)))}
              onRemove={() => set(list.toSpliced(at, 1))}
              onMove={(by) => {
                const other = list[at + by]
                if (other) set(list.with(at, other).with(at + by, row))
              }}
            />
          </li>
        ))}
      </ol>
      <Editing>
        <AddItem
          disabled={list.length >= GRAPH_LIMITS.items}
          onAdd={(type) => set([...list, rowOf(freshItem(type, t))])}
        />
      </Editing>
    </section>
  )
}

function AddItem({ disabled, onAdd }: { disabled: boolean; onAdd: (type: Item['type']) => void }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          mt={8}
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} stroke={1.5} />}
          disabled={disabled}
        >
          {t('studio.items.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ITEM_TYPES.map((type) => {
          const TypeIcon = ICONS[type]
          return (
            <Menu.Item key={type} leftSection={<TypeIcon size={16} stroke={1.5} />} onClick={() => onAdd(type)}>
              {t(`studio.items.types.${type}`)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Valid from the start, except for an address only the user knows. */
function freshItem(type: Item['type'], t: TFunction): Item {
  const field = { name: 'email', label: t('studio.items.freshEmail'), type: 'email', required: true } as const
  const title = t('studio.items.freshTitle')
  switch (type) {
    case 'text':
      return { type, text: '' }
    case 'choice':
      return { type, buttons: [{ name: t('studio.items.fresh'), request: { type: 'text' } }] }
    case 'visual':
      return { type, image: '', alt: '' }
    case 'cardV2':
      return { type, title, buttons: [] }
    case 'carousel':
      return { type, cards: [{ title, buttons: [] }] }
    case 'iFrame':
      return { type, url: '', title, layout: 'vertical' }
    case 'form':
      return { type, fields: [field] }
    case 'input':
      return { type, field }
    case 'file':
      return { type, url: '', name: t('studio.items.freshFile') }
  }
}

interface RowProps {
  row: Row
  step: string
  at: number
  count: number
  onChange: (item: Item) => void
  onRemove: () => void
  onMove: (by: -1 | 1) => void
}

function ItemRow({ row, step, at, count, onChange, onRemove, onMove }: RowProps) {
  const { t } = useTranslation()
  const [json, setJson] = useState(false)
  const { item } = row
  const TypeIcon = ICONS[item.type]
  const name = t('studio.items.nth', { n: at + 1, type: t(`studio.items.types.${item.type}`) })
  const checked = Item.safeParse(item)
  const issues = checked.success ? [] : checked.error.issues
  return (
    <section className={classes.row} aria-label={`${step}: ${name}`} data-invalid={!checked.success || undefined}>
      <Group gap={4} wrap="nowrap">
        <TypeIcon size={16} stroke={1.5} aria-hidden />
        <Text size="sm" fw={500} flex={1}>
          {t(`studio.items.types.${item.type}`)}
        </Text>
        <ActionIcon
          size="md"
          variant={json ? 'light' : 'subtle'}
          aria-pressed={json}
          aria-label={t('studio.items.json', { name })}
          onClick={() => setJson(!json)}
        >
          <IconBraces size={16} stroke={1.5} />
        </ActionIcon>
        <Editing>
          <ActionIcon
            size="md"
            disabled={at === 0}
            aria-label={t('studio.items.up', { name })}
            onClick={() => onMove(-1)}
          >
            <IconArrowUp size={16} stroke={1.5} />
          </ActionIcon>
          <ActionIcon
            size="md"
            disabled={at === count - 1}
            aria-label={t('studio.items.down', { name })}
            onClick={() => onMove(1)}
          >
            <IconArrowDown size={16} stroke={1.5} />
          </ActionIcon>
          <ActionIcon size="md" aria-label={t('studio.items.remove', { name })} onClick={onRemove}>
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        </Editing>
      </Group>
      {json ? (
        <ItemJson item={item} onChange={onChange} />
      ) : (
        <ItemForm item={item} issues={issues} onChange={onChange} />
      )}
      {!checked.success && (
        <Text size="xs" c="var(--mantine-color-error)" component="output">
          {t(row.good ? 'studio.items.keptGood' : 'studio.items.notSaved')}
        </Text>
      )}
      {row.good && <Preview item={row.good} />}
    </section>
  )
}

/** Interactive like the visitor's, without a conversation. */
const forVisitor = () => ({
  sent: undefined,
  actions: { ready: true, send: () => undefined, upload: async () => '' },
})

/** As a visitor sees it. */
function Preview({ item }: { item: Item }) {
  const { t } = useTranslation()
  return (
    <figure className={classes.preview} aria-label={t('studio.items.preview')}>
      <LooseItems items={[item]} use={forVisitor} />
    </figure>
  )
}
