import { LRUCache } from 'lru-cache'
import type { PublicAgent } from '@parlance/contract/agents/schemas'
import { withPalette } from '@parlance/contract/agents/custom-css'
import { sha256 } from '../../lib/crypto.ts'
import type { CssCleaner } from './ports.ts'

const MAX_CACHED = 200

/** @param cleaner if absent, visitors get no CSS of owners */
export function createCssSanitizer(cleaner: CssCleaner | undefined) {
  const cache = new LRUCache<string, Promise<string>>({ max: MAX_CACHED })
  const clean = async (css: string): Promise<string> => {
    if (css === '' || !cleaner) return ''
    const key = sha256(css)
    const known = cache.get(key)
    if (known) return known
    const text = cleaner.clean(css)
    cache.set(key, text)
    text.catch(() => cache.delete(key))
    return text
  }
  return async (agent: PublicAgent): Promise<PublicAgent> => ({
    ...agent,
    ADVANCED_customCSS: withPalette(await clean(agent.ADVANCED_customCSS), agent),
  })
}
