// The canvas toolbar: undo, redo, search, problems, and a menu.
import { ActionIcon, Badge, Button, Group, Indicator, Select } from '@mantine/core'
import { readingOrder } from '@parlance/engine/graph/layout'
import { IconAlertTriangle, IconCircleCheck, IconSearch } from '@tabler/icons-react'
import { memo, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useGraphEditor } from '../prompt/graph-editor.tsx'
import { OWN_UNDO, UndoRedo } from '../prompt/undo-redo.tsx'
import classes from './canvas.module.css'
import { MoreMenu } from './more-menu.tsx'
import { AlwaysEditable, useReadOnly } from '../../../components/feedback/read-only.tsx'

interface Props {
  phone: boolean
  problemsOpen: boolean
  find: RefObject<HTMLInputElement | null>
  onFind: (id: string) => void
  onArrange: () => void
  onProblems: () => void
  onHelp: () => void
}

export const Toolbar = memo(function Toolbar({
  phone,
  problemsOpen,
  find,
  onFind,
  onArrange,
  onProblems,
  onHelp,
}: Props) {
  const changes = !useReadOnly() && !phone
  return (
    <div className={classes.toolbar}>
      <Group gap="xs" wrap="nowrap">
        {changes && <UndoRedo />}
        <AlwaysEditable>
          <FindStep find={find} onFind={onFind} />
        </AlwaysEditable>
      </Group>
      <Group gap="xs" wrap="nowrap">
        <ProblemsButton phone={phone} open={problemsOpen} onClick={onProblems} />
        <MoreMenu phone={phone} onArrange={onArrange} onHelp={onHelp} />
      </Group>
    </div>
  )
})

function FindStep({ find, onFind }: Pick<Props, 'find' | 'onFind'>) {
  const { t } = useTranslation()
  const { nodes, labelOf } = useGraphEditor()
  const [search, setSearch] = useState('')
  return (
    <Select
      {...OWN_UNDO}
      searchValue={search}
      onSearchChange={setSearch}
      ref={find}
      className={classes.find}
      aria-label={t('studio.canvas.find')}
      placeholder={t('studio.canvas.find')}
      leftSection={<IconSearch size={16} stroke={1.5} />}
      searchable
      limit={50}
      nothingFoundMessage={t('studio.canvas.nothingFound')}
      data={readingOrder(nodes).map(({ id }) => ({ value: id, label: labelOf(id) }))}
      value={null}
      onChange={(id) => {
        if (!id) return
        setSearch('')
        onFind(id)
      }}
    />
  )
}

function ProblemsButton({ phone, open, onClick }: { phone: boolean; open: boolean; onClick: () => void }) {
  const { t } = useTranslation()
  const { problems } = useGraphEditor()
  const color = problems.some(({ level }) => level === 'error') ? 'red' : 'yellow'
  const count = problems.length
  const label = `${t('studio.problems.title')} (${count})`
  const StateIcon = count > 0 ? IconAlertTriangle : IconCircleCheck
  const shared = { variant: open ? 'light' : 'default', 'aria-pressed': open, 'aria-label': label, onClick }
  if (phone) {
    return (
      <Indicator label={count} disabled={count === 0} color={color} size={18} zIndex={1}>
        <ActionIcon {...shared}>
          <StateIcon size={18} stroke={1.5} />
        </ActionIcon>
      </Indicator>
    )
  }
  return (
    <Button
      {...shared}
      leftSection={<StateIcon size={16} stroke={1.5} />}
      rightSection={count > 0 ? <Badge color={color}>{count}</Badge> : undefined}
    >
      {t('studio.problems.title')}
    </Button>
  )
}
