// Canvas shortcuts. React Flow handles arrow keys and Tab; letters work only while the canvas has the focus.
import type { KeyboardEvent } from 'react'

export interface KeyActions {
  remove: () => void
  duplicate: () => void
  selectAll: () => void
  clear: () => void
  edit: (nodeId: string) => void
  find: () => void
  fit: () => void
  add: () => void
  connect: () => void
  arrange: () => void
  help: () => void
}

const EDITABLE = 'input, textarea, select, [contenteditable="true"]'
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(EDITABLE) !== null

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
  return !readOnly && Object.hasOwn(edits, name) ? edits[name as keyof typeof edits] : undefined
}

export function useKeys(actions: KeyActions, readOnly: boolean) {
  return (event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target)) return
    const what = keyAction(event, readOnly)
    if (!what) return
    if (what === 'edit') {
      const node = event.target instanceof Element ? event.target.closest('.react-flow__node') : null
      const id = node?.getAttribute('data-id')
      // Enter on a button presses it.
      if (!id) return
      event.preventDefault()
      actions.edit(id)
      return
    }
    event.preventDefault()
    actions[what]()
  }
}
