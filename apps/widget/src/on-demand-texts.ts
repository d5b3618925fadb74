// Texts of the on-demand parts. Falls back to English.
import onDemandEn from '@parlance/i18n/locales/en/chat-parts.json'

export { onDemandEn }
export type OnDemandTexts = typeof onDemandEn

const FILES = import.meta.glob<OnDemandTexts>(
  ['../../../packages/i18n/locales/*/chat-parts.json', '!../../../packages/i18n/locales/en/*'],
  { import: 'default' },
)
type Fetch = (code: string) => Promise<Partial<OnDemandTexts>> | undefined
const fetchFile: Fetch = (code) => FILES[`../../../packages/i18n/locales/${code}/chat-parts.json`]?.()

let current: OnDemandTexts = onDemandEn

/** Never rejects: falls back to English and retries with the next part. */
export async function loadOnDemandTexts(code: string, fetch: Fetch = fetchFile): Promise<OnDemandTexts> {
  const loaded = await fetch(code)?.catch(() => undefined)
  current = { ...onDemandEn, ...loaded }
  return current
}

export const onDemandTexts = () => current
