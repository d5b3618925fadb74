// Keeps visitors in a cookie when the browser denies storage to third-party frames. Only those browsers load it.
import type { VisitorStorage } from './identity.ts'

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** 400 days, the maximum browsers allow; renewed on every visit. */
const COOKIE_S = 400 * 24 * 3600
const COOKIE = 'parlance_chat'

/**
 * Stores data in a partitioned cookie (CHIPS) of the frame's own path, so each embedding site has its own. No API call
 * has that path, and none accepts a visitor's key from a cookie.
 * @param page the page's path, which ends with the agent's id
 */
export function cookieStorage(page: Pick<Document, 'cookie'>, path: string): VisitorStorage {
  // Keys are `parlance:region:agent:name`; each name gets its own cookie.
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
      // Browsers refuse cookies without an error.
      if (getItem(key) !== text) throw new Error('Cookies are denied')
    },
    removeItem: (key) => put(key, '', 0),
  }
}
