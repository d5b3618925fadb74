// Texts of the parts that are fetched on demand. Of a language that can't be fetched all stays English.
import onDemandEn from '@parlance/i18n/locales/en/chat-parts.json'

export { onDemandEn }
export type OnDemandTexts = typeof onDemandEn

/** Each a file of its own, of which a visitor fetches one. */
const FILES = import.meta.glob<OnDemandTexts>(
  ['../../../packages/i18n/locales/*/chat-parts.json', '!../../../packages/i18n/locales/en/*'],
  { import: 'default' },
)
type Fetch = (code: string) => Promise<Partial<OnDemandTexts>> | undefined
const fetchFile: Fetch = (code) => FILES[`../../../packages/i18n/locales/${code}/chat-parts.json`]?.()

let current: OnDemandTexts = onDemandEn

/** Never rejects: a language that can't be fetched is English, and is tried again with the next part. */
export async function loadOnDemandTexts(code: string, fetch: Fetch = fetchFile): Promise<OnDemandTexts> {
  const loaded = await fetch(code)?.catch(() => undefined)
  current = { ...onDemandEn, ...loaded }
  return current
}

/** In the visitor's language, from the moment a part is shown. */
export const onDemandTexts = () => current
