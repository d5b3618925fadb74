// Who the visitor is to one agent: their own key and the conversation it opens, kept by the frame's origin alone.
import { newVisitorId, VISITOR_KEY } from '@parlance/contract/lib/ids'
import type { Stored } from './visitor.ts'

export interface Identity {
  /** Empty while nobody has come yet. */
  readonly visitorId: () => string
  readonly conversationId: () => string | undefined
  readonly remember: (conversationId: string | undefined) => void
  /** Calls back when another tab of this browser has begun a conversation. */
  readonly onOther: (listener: (conversationId: string) => void) => void
  /** What stands in the storage of somebody without a name. Looking leaves no trace. */
  readonly stored: () => Stored | undefined
  /** Somebody is there, without `save` in memory alone; `save` keeps the conversation they are in. */
  readonly enter: (visitor: Stored, save?: (conversationId: string | undefined) => void) => void
  /** Without a name: as an earlier visit has left them, or new. */
  readonly enterNameless: (visitor?: Stored) => void
  /** Takes whoever has no name out of the storage. */
  readonly forget: () => void
}

export const storageKey = (region: string, agentId: string) => `parlance:${region}:${agentId}`

function parse(text: string | null): Stored | undefined {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<Stored> | null
    if (typeof value?.visitorId !== 'string' || !VISITOR_KEY.test(value.visitorId)) return undefined
    const { visitorId, conversationId } = value
    return typeof conversationId === 'string' && conversationId !== '' ? { visitorId, conversationId } : { visitorId }
  } catch {
    return undefined
  }
}

/** Where something is kept. All of it throws where the browser denies it. */
export type VisitorStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `shelves` are tried in order, and may throw, as reading `localStorage` does where it is denied; after the last, nothing is kept. */
export function openVisitorStorage(shelves: readonly (() => VisitorStorage)[]): VisitorStorage {
  /** The first shelf where it works out. */
  const first = <T>(work: (shelf: VisitorStorage) => T | null): T | null => {
    for (const open of shelves)
      try {
        const done = work(open())
        if (done !== null) return done
      } catch {
        // Denied or full: the next one.
      }
    return null
  }
  return {
    getItem: (key) => first((shelf) => shelf.getItem(key)),
    setItem: (key, text) => {
      first((shelf) => {
        // What can't be written anew must not be read as if it were.
        shelf.removeItem(key)
        shelf.setItem(key, text)
        return true
      })
    },
    removeItem: (key) => {
      first((shelf) => {
        shelf.removeItem(key)
        return null
      })
    },
  }
}

/** Nobody is there until somebody enters. */
export function openIdentity(key: string, visitorStorage: VisitorStorage): Identity {
  let current: Stored = { visitorId: '' }
  let save: (conversationId: string | undefined) => void = () => undefined
  const stored = () => parse(visitorStorage.getItem(key))
  const saveNameless = () => visitorStorage.setItem(key, JSON.stringify(current))
  const enter: Identity['enter'] = (visitor, own = () => undefined) => {
    current = visitor
    save = own
    save(visitor.conversationId)
  }
  return {
    visitorId: () => current.visitorId,
    conversationId: () => current.conversationId,
    remember: (conversationId) => {
      const { visitorId } = current
      current = conversationId ? { visitorId, conversationId } : { visitorId }
      save(conversationId)
    },
    onOther: (listener) =>
      window.addEventListener('storage', (event) => {
        const other = event.key === key ? parse(event.newValue) : undefined
        if (other?.visitorId === current.visitorId && other.conversationId && !current.conversationId) {
          current = other
          listener(other.conversationId)
        }
      }),
    stored,
    enter,
    enterNameless: (visitor = stored() ?? { visitorId: newVisitorId() }) => enter(visitor, saveNameless),
    forget: () => visitorStorage.removeItem(key),
  }
}
