// Who the visitor is to one agent: their own key and the conversation it opens, kept by the frame's origin alone.
import { newVisitorId, VISITOR_KEY } from '@parlance/core/kit/ids'

export interface Identity {
  readonly visitorId: string
  readonly conversationId: () => string | undefined
  readonly remember: (conversationId: string | undefined) => void
  /** Calls back when another tab of this browser has begun a conversation. */
  readonly onOther: (listener: (conversationId: string) => void) => void
}

interface Stored {
  visitorId: string
  conversationId?: string
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

/** Where an identity is kept. Both throw where the browser denies it. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem'>

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
  const getItem = (key: string) => {
    const name = `${COOKIE}=${encodeURIComponent(key)}.`
    const found = page.cookie.split('; ').find((cookie) => cookie.startsWith(name))
    return found === undefined ? null : decoded(found.slice(name.length))
  }
  const setItem = (key: string, text: string) => {
    const value = `${encodeURIComponent(key)}.${encodeURIComponent(text)}`
    const scope = `Path=${path.replace(/\/$/, '')}; Max-Age=${COOKIE_S}; SameSite=None; Secure; Partitioned`
    page.cookie = `${COOKIE}=${value}; ${scope}`
    // A cookie that is refused is refused in silence.
    if (getItem(key) !== text) throw new Error('Cookies are denied')
  }
  return { getItem, setItem }
}

/** The first shelf that can be read and written, and what stands there; none where all is denied. */
function openShelf(key: string, shelves: readonly (() => Shelf)[], fresh: Stored): { shelf?: Shelf; stored: Stored } {
  for (const open of shelves)
    try {
      const shelf = open()
      const stored = parse(shelf.getItem(key)) ?? fresh
      shelf.setItem(key, JSON.stringify(stored))
      return { shelf, stored }
    } catch {
      // Denied or full: the next one.
    }
  return { stored: fresh }
}

/** `shelves` are tried in order, and may throw, as reading `localStorage` does where it is denied; after the last, memory. */
export function openIdentity(key: string, shelves: readonly (() => Shelf)[]): Identity {
  const opened = openShelf(key, shelves, { visitorId: newVisitorId() })
  let { shelf, stored: current } = opened
  const save = () => {
    try {
      shelf?.setItem(key, JSON.stringify(current))
    } catch {
      // Full or denied meanwhile: the conversation goes on in memory.
      shelf = undefined
    }
  }
  const { visitorId } = current
  return {
    visitorId,
    conversationId: () => current.conversationId,
    remember: (conversationId) => {
      current = conversationId ? { visitorId, conversationId } : { visitorId }
      save()
    },
    onOther: (listener) =>
      window.addEventListener('storage', (event) => {
        const other = event.key === key ? parse(event.newValue) : undefined
        if (other?.visitorId === visitorId && other.conversationId && !current.conversationId) {
          current = other
          listener(other.conversationId)
        }
      }),
  }
}
