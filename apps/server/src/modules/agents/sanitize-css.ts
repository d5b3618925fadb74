// What visitors get of an owner's CSS: cleaned once for each text, not for each visitor.
import { LRUCache } from 'lru-cache'
import type { PublicAgent } from '@parlance/contract/agents/schemas'
import { withPalette } from '@parlance/contract/agents/own-css'
import { sha256 } from '../../lib/crypto.ts'
import type { OwnCss } from './ports.ts'

/** Cleaned texts kept in memory, at most 50 KB each and mostly far less. */
const KEPT = 200

/** @param ownCss without it no CSS of an owner comes to visitors */
export function createDress(ownCss: OwnCss | undefined) {
  const kept = new LRUCache<string, Promise<string>>({ max: KEPT })
  const cleaned = async (css: string): Promise<string> => {
    if (css === '' || !ownCss) return ''
    const key = sha256(css)
    const known = kept.get(key)
    if (known) return known
    const text = ownCss.clean(css)
    kept.set(key, text)
    text.catch(() => kept.delete(key))
    return text
  }
  return async (agent: PublicAgent): Promise<PublicAgent> => ({
    ...agent,
    ADVANCED_customCSS: withPalette(await cleaned(agent.ADVANCED_customCSS), agent),
  })
}
