// A deletion with undo: executed at once, so that it does not depend on the page, and reverted by a toast.
import { createElement, useSyncExternalStore } from 'react'
import { errorText, hasCode } from '../../lib/errors.ts'
import { dismiss, notify } from './notify.ts'
import { UndoToast } from './undo-toast.tsx'

const UNDO_TIME = 5000

interface Deletion {
  readonly id: string
  /** What lists hide meanwhile; the id itself unless given. */
  readonly hides?: readonly string[]
  /** The toast's text. */
  readonly said: string
  readonly remove: () => Promise<unknown>
  readonly restore: () => Promise<unknown>
  /** Reloads the lists that show it. */
  readonly changed: () => Promise<unknown>
  /** The message when deleting failed. */
  readonly failed: (reason: string) => string
}

/** Module state: the toast outlives the list, and a cached list still contains the deleted item. */
let hidden: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
function hide({ id, hides = [id] }: Deletion, away: boolean): void {
  hidden = new Set(away ? [...hidden, ...hides] : [...hidden].filter((one) => !hides.includes(one)))
  for (const listener of listeners) listener()
}

/** False if it still exists. */
async function removeNow(deletion: Deletion, toast: string): Promise<boolean> {
  const { remove, changed, failed } = deletion
  try {
    await remove()
  } catch (error) {
    // Another tab was first.
    if (!hasCode(error, 'NOT_FOUND')) {
      hide(deletion, false)
      dismiss(toast)
      notify.error(failed(errorText(error)))
      return false
    }
  }
  void changed()
  return true
}

async function bringBack(deletion: Deletion): Promise<void> {
  const { restore, changed } = deletion
  try {
    await restore()
  } catch (error) {
    notify.error(errorText(error))
    // Some of several may be back.
    if (!deletion.hides) return
  }
  hide(deletion, false)
  await changed()
}

function begin(deletion: Deletion): void {
  const { id, said } = deletion
  const toast = `delete-${id}`
  hide(deletion, true)
  const removed = removeNow(deletion, toast)
  let isUndone = false
  const onUndo = () => {
    dismiss(toast)
    if (isUndone) return
    isUndone = true
    void removed.then((isGone) => (isGone ? bringBack(deletion) : undefined))
  }
  notify.info(createElement(UndoToast, { text: said, onUndo }), { id: toast, autoClose: UNDO_TIME })
}

/** `pending`: ids to hide in lists. */
export function useUndoable() {
  return { begin, pending: useSyncExternalStore(subscribe, () => hidden) }
}
