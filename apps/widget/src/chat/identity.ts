// Who the visitor is to one agent: their own key and the conversation it opens, kept by the frame's origin alone.
import { newVisitorId, VISITOR_KEY } from '@parlance/core/kit/ids'
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
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** 400 days, the most that browsers grant; every visit begins them anew. */
const COOKIE_S = 400 * 24 * 3600
const COOKIE = 'parlance_chat'

/**
 * For browsers that deny storage to frames of other sites: a cookie of the frame's own path, partitioned (CHIPS), so that
 * each site around us has one of its own. No call of the API has that path, and no call takes a visitor's key from a cookie.
 * @param path the page's path, which ends with the agent's id
 */
export function cookieShelf(page: Pick<Document, 'cookie'>, path: string): Shelf {
  // `parlance:region:agent:what`: each what has a cookie of its own.
  const nameOf = (key: string) => [COOKIE, ...key.split(':').slice(3)].join('_')
  const begin = (key: string) => `${nameOf(key)}=${encodeURIComponent(key)}.`
  const put = (key: string, text: string, seconds: number) => {
    const scope = `Path=${path.replace(/\/$/, '')}; Max-Age=${seconds}; SameSite=None; Secure; Partitioned`
    page.cookie = `${begin(key)}${encodeURIComponent(text)}; ${scope}`
  }
  const getItem = (key: string) => {
    const found = page.cookie.split('; ').find((cookie) => cookie.startsWith(begin(key)))
    return found === undefined ? null : decoded(found.slice(begin(key).length))
  }
  return {
    getItem,
    setItem: (key, text) => {
      put(key, text, COOKIE_S)
      // A cookie that is refused is refused in silence.
      if (getItem(key) !== text) throw new Error('Cookies are denied')
    },
    removeItem: (key) => put(key, '', 0),
  }
}

/** `shelves` are tried in order, and may throw, as reading `localStorage` does where it is denied; after the last, nothing is kept. */
export function openCabinet(shelves: readonly (() => Shelf)[]): Shelf {
  /** The first shelf where it works out. */
  const first = <T>(work: (shelf: Shelf) => T | null): T | null => {
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
export function openIdentity(key: string, cabinet: Shelf): Identity {
  let current: Stored = { visitorId: '' }
  let save: (conversationId: string | undefined) => void = () => undefined
  const stored = () => parse(cabinet.getItem(key))
  const saveNameless = () => cabinet.setItem(key, JSON.stringify(current))
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
    forget: () => cabinet.removeItem(key),
  }
}
