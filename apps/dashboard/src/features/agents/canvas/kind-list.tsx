// The kinds of steps to add: next to the canvas, and where an edge was dropped on empty space.
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import type { NodeKind } from '@parlance/engine/graph/graph-edit'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { ADDED_KINDS, KIND_ICONS } from '../prompt/kinds.ts'
import classes from './canvas.module.css'

export const DRAGGED_KIND = 'application/x-parlance-step'
export const isKind = (text: string): text is NodeKind => (ADDED_KINDS as readonly string[]).includes(text)

export const Palette = memo(function Palette({ onAdd }: { onAdd: (kind: NodeKind) => void }) {
  const { t } = useTranslation()
  return (
    <div role="toolbar" aria-orientation="vertical" aria-label={t('studio.canvas.palette')} className={classes.palette}>
      {ADDED_KINDS.map((kind) => {
        const KindIcon = KIND_ICONS[kind]
        const name = t(`agents.prompt.type.${kind}`)
        return (
          <Tooltip key={kind} label={`${name} – ${t(`studio.kinds.${kind}`)}`} position="right">
            <ActionIcon
              aria-label={t('studio.canvas.addKind', { kind: name })}
              draggable
              onDragStart={(event) => {
                event.dataTransfer.setData(DRAGGED_KIND, kind)
                event.dataTransfer.effectAllowed = 'copy'
              }}
              onClick={() => onAdd(kind)}
            >
              <KindIcon size={20} stroke={1.5} className={classes.kindIcon} data-kind={kind} />
            </ActionIcon>
          </Tooltip>
        )
      })}
    </div>
  )
})

interface MenuProps {
  title: string
  x: number
  y: number
  notes: boolean
  onPick: (kind: NodeKind) => void
  onClose: () => void
}

/** Opens where an edge was dropped. */
export function KindMenu({ title, x, y, notes, onPick, onClose }: MenuProps) {
  const { t } = useTranslation()
  return (
    <Menu opened onClose={onClose} position="bottom-start" width={220}>
      <Menu.Target>
        <div className={classes.dropPoint} style={{ left: x, top: y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={title}>
        <Menu.Label>{title}</Menu.Label>
        {ADDED_KINDS.filter((kind) => notes || kind !== 'note').map((kind) => {
          const KindIcon = KIND_ICONS[kind]
          return (
            <Menu.Item
              key={kind}
              leftSection={<KindIcon size={16} stroke={1.5} className={classes.kindIcon} data-kind={kind} />}
              onClick={() => onPick(kind)}
            >
              {t(`agents.prompt.type.${kind}`)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
