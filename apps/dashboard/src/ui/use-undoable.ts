// A deletion that can be undone: hidden at once, done 5 s later, or right away when the page is left.
import { createElement, useEffect, useRef, useSyncExternalStore } from 'react'
import { dismiss, notify } from './notify.ts'
import { UndoToast } from './undo-toast.tsx'

const UNDO_TIME = 5000

interface Deletion {
  readonly id: string
  /** What the toast says meanwhile. */
  readonly said: string
  /** Really deletes and answers whether it is gone; it tells a failure itself, and then the entry shows again. */
  readonly remove: () => Promise<boolean>
}

/** Outside any component: a list that is left and opened again must not show what is being deleted. */
let hidden: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
function hide(id: string, away: boolean): void {
  hidden = new Set(away ? [...hidden, id] : [...hidden].filter((one) => one !== id))
  for (const listener of listeners) listener()
}

/** `pending`: ids that lists leave out. */
export function useUndoable() {
  const pending = useSyncExternalStore(subscribe, () => hidden)
  const waiting = useRef(new Map<string, () => void>())
  useEffect(() => {
    const left = waiting.current
    return () => {
      for (const now of left.values()) now()
    }
  }, [])
  const begin = ({ id, said, remove }: Deletion) => {
    hide(id, true)
    const toast = `delete-${id}`
    const settle = () => {
      clearTimeout(timer)
      waiting.current.delete(id)
      dismiss(toast)
    }
    const now = () => {
      settle()
      // What is gone stays hidden: a list that was kept from before still holds it.
      void remove().then((gone) => gone || hide(id, false))
    }
    const timer = setTimeout(now, UNDO_TIME)
    waiting.current.set(id, now)
    const onUndo = () => {
      settle()
      hide(id, false)
    }
    notify.info(createElement(UndoToast, { text: said, onUndo }), { id: toast, autoClose: UNDO_TIME })
  }
  return { begin, pending }
}
