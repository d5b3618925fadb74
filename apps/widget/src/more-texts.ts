// Texts of the parts that are fetched on demand. Of a language that can't be fetched all stays English.
import moreEn from '@parlance/i18n/locales/en/chat-parts.json'

export { moreEn }
export type MoreTexts = typeof moreEn

/** Each a file of its own, of which a visitor fetches one. */
const FILES = import.meta.glob<MoreTexts>(['../../../packages/i18n/locales/*/chat-parts.json', '!**/en/*'], {
  import: 'default',
})
type Fetch = (code: string) => Promise<Partial<MoreTexts>> | undefined
const fetchFile: Fetch = (code) => FILES[`../../../packages/i18n/locales/${code}/chat-parts.json`]?.()

let current: MoreTexts = moreEn

/** Never rejects: a language that can't be fetched is English, and is tried again with the next part. */
export async function loadMore(code: string, fetch: Fetch = fetchFile): Promise<MoreTexts> {
  const loaded = await fetch(code)?.catch(() => undefined)
  current = { ...moreEn, ...loaded }
  return current
}

/** In the visitor's language, from the moment a part is shown. */
export const more = () => current
