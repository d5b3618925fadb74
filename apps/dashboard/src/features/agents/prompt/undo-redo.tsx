import { ActionIcon, Tooltip } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useGraphEditor } from './graph-editor.tsx'

export function UndoRedo() {
  const { t } = useTranslation()
  const { undo, redo, canUndo, canRedo } = useGraphEditor()
  return (
    <ActionIcon.Group>
      <Tooltip label={t('studio.undoHint')}>
        <ActionIcon variant="default" aria-label={t('common.undo')} disabled={!canUndo} onClick={undo}>
          <IconArrowBackUp size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('studio.redoHint')}>
        <ActionIcon variant="default" aria-label={t('studio.redo')} disabled={!canRedo} onClick={redo}>
          <IconArrowForwardUp size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    </ActionIcon.Group>
  )
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'defaultPrevented'> & {
  target: EventTarget | null
  preventDefault: () => void
}

/** Marks inputs outside the graph, in which the browser handles undo. */
export const OWN_UNDO = { 'data-own-undo': true }

/** Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y) use the graph's history, in its texts too. */
export function useUndoKeys() {
  const { undo, redo } = useGraphEditor()
  const press = (event: Key) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    if (event.target instanceof Element && event.target.closest('[data-own-undo]')) return
    event.preventDefault()
    if (key === 'y' || event.shiftKey) redo()
    else undo()
  }
  // The focused step may be deleted by now.
  useWindowEvent('keydown', (event) => {
    if (event.target === document.body) press(event)
  })
  return press
}
