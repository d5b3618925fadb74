// Above the canvas: back and forth, order, finding a step, what is wrong, help.
import { ActionIcon, Badge, Button, Group, Select, Tooltip } from '@mantine/core'
import { readingOrder } from '@parlance/core/agents/layout'
import { IconAlertTriangle, IconCircleCheck, IconHierarchy2, IconKeyboard, IconSearch } from '@tabler/icons-react'
import { memo, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useStudio } from '../prompt/studio.tsx'
import { UndoRedo } from '../prompt/undo-redo.tsx'
import classes from './canvas.module.css'

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
  const { t } = useTranslation()
  return (
    <div className={classes.toolbar}>
      <Group gap="xs" wrap="nowrap">
        {!phone && <UndoRedo />}
        {!phone && (
          <Tooltip label={`${t('studio.canvas.layout')} (L)`}>
            <ActionIcon variant="default" aria-label={t('studio.canvas.layout')} onClick={onArrange}>
              <IconHierarchy2 size={18} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
        )}
        <FindStep find={find} onFind={onFind} />
      </Group>
      <Group gap="xs" wrap="nowrap">
        <ProblemsButton open={problemsOpen} onClick={onProblems} />
        {!phone && (
          <Tooltip label={`${t('studio.canvas.shortcuts')} (?)`}>
            <ActionIcon variant="default" aria-label={t('studio.canvas.shortcuts')} onClick={onHelp}>
              <IconKeyboard size={18} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
    </div>
  )
})

function FindStep({ find, onFind }: Pick<Props, 'find' | 'onFind'>) {
  const { t } = useTranslation()
  const { nodes, nameOf } = useStudio()
  return (
    <Select
      ref={find}
      className={classes.find}
      aria-label={t('studio.canvas.find')}
      placeholder={t('studio.canvas.find')}
      leftSection={<IconSearch size={16} stroke={1.5} />}
      searchable
      limit={50}
      nothingFoundMessage={t('studio.canvas.nothingFound')}
      data={readingOrder(nodes).map(({ id }) => ({ value: id, label: nameOf(id) }))}
      value={null}
      onChange={(id) => id && onFind(id)}
    />
  )
}

function ProblemsButton({ open, onClick }: { open: boolean; onClick: () => void }) {
  const { t } = useTranslation()
  const { problems } = useStudio()
  const errors = problems.some(({ level }) => level === 'error')
  const count = problems.length
  return (
    <Button
      variant={open ? 'light' : 'default'}
      aria-pressed={open}
      aria-label={`${t('studio.problems.title')} (${count})`}
      leftSection={
        count > 0 ? <IconAlertTriangle size={16} stroke={1.5} /> : <IconCircleCheck size={16} stroke={1.5} />
      }
      rightSection={count > 0 ? <Badge color={errors ? 'red' : 'yellow'}>{count}</Badge> : undefined}
      onClick={onClick}
    >
      <span className={classes.wide}>{t('studio.problems.title')}</span>
    </Button>
  )
}
