// The visitor's key and conversation for one agent, kept only in the frame's origin.
import { newVisitorId, VISITOR_KEY } from '@parlance/contract/lib/ids'
import type { Stored } from './visitor-state.ts'

export interface Identity {
  /** Empty until a visitor has entered. */
  readonly visitorId: () => string
  readonly conversationId: () => string | undefined
  readonly remember: (conversationId: string | undefined) => void
  /** Calls back when another tab of this browser has begun a conversation. */
  readonly onOther: (listener: (conversationId: string) => void) => void
  /** The stored anonymous visitor. Reading leaves no trace. */
  readonly stored: () => Stored | undefined
  /** Enters a visitor; without `save` only in memory. `save` stores their conversation. */
  readonly enter: (visitor: Stored, save?: (conversationId: string | undefined) => void) => void
  /** Enters an anonymous visitor: the stored one, or a new one. */
  readonly enterNameless: (visitor?: Stored) => void
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

/** Its methods throw where the browser denies storage. */
export type VisitorStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Tries `shelves` in order; each may throw, as `localStorage` does when denied. After the last one nothing is stored.
 */
export function openVisitorStorage(shelves: readonly (() => VisitorStorage)[]): VisitorStorage {
  /** The result of the first shelf that works. */
  const first = <T>(work: (shelf: VisitorStorage) => T | null): T | null => {
    for (const open of shelves)
      try {
        const done = work(open())
        if (done !== null) return done
      } catch {}
    return null
  }
  return {
    getItem: (key) => first((shelf) => shelf.getItem(key)),
    setItem: (key, text) => {
      first((shelf) => {
        // An outdated value must not be read when it can't be replaced.
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

/** Starts without a visitor. */
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
