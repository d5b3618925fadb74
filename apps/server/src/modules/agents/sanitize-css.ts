// What visitors get of an owner's CSS: cleaned once for each text, not for each visitor.
import type { PublicAgent } from '@parlance/contract/agents/schemas'
import { withPalette } from '@parlance/contract/agents/own-css'
import { sha256 } from '../../lib/crypto.ts'
import type { CssCleaner } from './ports.ts'

/** Cleaned texts kept in memory, at most 50 KB each and mostly far less. */
const KEPT = 200

/** @param ownCss without it no CSS of an owner comes to visitors */
export function createCssSanitizer(ownCss: CssCleaner | undefined) {
  const kept = new Map<string, Promise<string>>()
  const cleaned = async (css: string): Promise<string> => {
    if (css === '' || !ownCss) return ''
    const key = sha256(css)
    const known = kept.get(key) ?? ownCss.clean(css)
    // The newest stand last, so that the first is the one that was not asked for longest.
    kept.delete(key)
    kept.set(key, known)
    known.catch(() => kept.delete(key))
    const [oldest] = kept.keys()
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
    return known
  }
  return async (agent: PublicAgent): Promise<PublicAgent> => ({
    ...agent,
    ADVANCED_customCSS: withPalette(await cleaned(agent.ADVANCED_customCSS), agent),
  })
}
