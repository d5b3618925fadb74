// Canvas shortcuts. React Flow handles Tab and the arrow keys of selected steps; letters work only while the canvas has
// the focus.
import type { Place } from '@parlance/engine/graph/layout'
import type { KeyboardEvent } from 'react'
import type { Selection } from './flow.ts'

const ARROWS = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
} as const
/** How far a key moves a step, as in React Flow; further with Shift. */
const MOVE = { by: 5, far: 4 } as const

/** Actions with the id of the step that has the focus. */
export interface KeyActions {
  remove: (focused?: string) => void
  duplicate: (focused?: string) => void
  selectAll: () => void
  clear: () => void
  edit: (focused: string) => void
  move: (focused: string, by: Place) => void
  find: () => void
  fit: () => void
  add: () => void
  connect: (focused?: string) => void
  arrange: () => void
  help: () => void
}

const EDITABLE = 'input, textarea, select, [contenteditable="true"]'
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(EDITABLE) !== null

/** The step that has the focus. */
export const focusedStep = (target: EventTarget | null): string | undefined =>
  (target instanceof Element && target.closest('.react-flow__node')?.getAttribute('data-id')) || undefined

/** What a key acts on: the selection, or the step that has the focus when other steps are selected. */
export const actedOn = (focused: string | undefined, selection: Selection): Selection =>
  focused === undefined || selection.nodes.includes(focused) || selection.edges.length > 0
    ? selection
    : { nodes: [focused], edges: [] }

/** A key's action, if any. */
export function keyAction(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  readOnly: boolean,
): keyof KeyActions | undefined {
  if (altKey) return undefined
  const looks = { '/': 'find', f: 'fit', '?': 'help', Enter: 'edit', Escape: 'clear' } as const
  const edits = { a: 'add', c: 'connect', l: 'arrange', Delete: 'remove', Backspace: 'remove' } as const
  const name = key.length === 1 ? key.toLowerCase() : key
  if (ctrlKey || metaKey) {
    if (name === 'a') return 'selectAll'
    return name === 'd' && !readOnly ? 'duplicate' : undefined
  }
  if (Object.hasOwn(looks, name)) return looks[name as keyof typeof looks]
  if (readOnly) return undefined
  if (Object.hasOwn(ARROWS, name)) return 'move'
  return Object.hasOwn(edits, name) ? edits[name as keyof typeof edits] : undefined
}

/** How far an arrow key moves a step. */
export function moveOf({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): Place {
  const { x, y } = ARROWS[key as keyof typeof ARROWS]
  const by = MOVE.by * (shiftKey ? MOVE.far : 1)
  return { x: x * by, y: y * by }
}

export function useKeys(actions: KeyActions, readOnly: boolean) {
  return (event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target)) return
    const what = keyAction(event, readOnly)
    if (!what) return
    const focused = focusedStep(event.target)
    if (what === 'edit' || what === 'move') {
      // Enter on a button presses it.
      if (focused === undefined) return
      event.preventDefault()
      if (what === 'edit') actions.edit(focused)
      else actions.move(focused, moveOf(event))
      return
    }
    event.preventDefault()
    actions[what](focused)
  }
}
