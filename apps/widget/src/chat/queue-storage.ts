// Keeps waiting messages across reloads in the frame's storage, for this visitor only.
import type { QueuedMessage } from './session/state.ts'

export interface Queue {
  readonly read: () => readonly QueuedMessage[]
  /** Saves this tab's waiting messages; those of other tabs stay. */
  readonly save: (waiting: readonly QueuedMessage[]) => void
  /** Calls back with the ids that another tab has sent or deleted. */
  readonly onGone: (listener: (ids: readonly string[]) => void) => void
}

interface Stored {
  readonly visitorId: string
  readonly waiting: readonly QueuedMessage[]
}

const isWaiting = (value: Partial<QueuedMessage> | null): value is QueuedMessage =>
  typeof value?.id === 'string' && typeof value.text === 'string' && typeof value.at === 'string'

type Keeper = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

function parse(text: string | null, visitorId: string): readonly QueuedMessage[] {
  try {
    const stored = JSON.parse(text ?? 'null') as Partial<Stored> | null
    return stored?.visitorId === visitorId && Array.isArray(stored.waiting) ? stored.waiting.filter(isWaiting) : []
  } catch {
    return []
  }
}

/** @param storage throws where it is denied; without it nothing outlives the page */
export function openQueue(key: string, storage: (() => Keeper) | undefined, visitorId: () => string): Queue {
  const at = `${key}:queue`
  let mine: readonly QueuedMessage[] = []
  const attempt = <T>(work: (shelf: Keeper) => T): T | undefined => {
    try {
      return storage && work(storage())
    } catch {
      return undefined
    }
  }
  const read = () => attempt((shelf) => parse(shelf.getItem(at), visitorId())) ?? []
  return {
    read,
    save: (waiting) => {
      const ids = (list: readonly QueuedMessage[]) => list.map(({ id }) => id)
      if (ids(waiting).join() === ids(mine).join()) return
      const own = new Set(ids([...mine, ...waiting]))
      mine = waiting
      const all = [...read().filter(({ id }) => !own.has(id)), ...waiting]
      // A cookie has little room: keeps as many of the first ones as fit.
      for (let some = all; some.length > 0; some = some.slice(0, -1)) {
        const stored: Stored = { visitorId: visitorId(), waiting: some }
        attempt((shelf) => shelf.setItem(at, JSON.stringify(stored)))
        if (read().length === some.length) return
      }
      attempt((shelf) => shelf.removeItem(at))
    },
    onGone: (listener) =>
      window.addEventListener('storage', (event) => {
        if (event.key !== at || mine.length === 0) return
        const left = new Set(parse(event.newValue, visitorId()).map(({ id }) => id))
        const gone = mine.filter(({ id }) => !left.has(id)).map(({ id }) => id)
        if (gone.length > 0) listener(gone)
      }),
  }
}
