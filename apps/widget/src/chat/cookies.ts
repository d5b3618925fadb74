// Where a visitor is kept when the browser denies storage to frames of other sites; fetched for those browsers alone.
import type { VisitorStorage } from './identity.ts'

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
export function cookieStorage(page: Pick<Document, 'cookie'>, path: string): VisitorStorage {
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
