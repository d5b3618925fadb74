import { Resolver } from 'node:dns/promises'
import type { Dns } from '../../modules/domains/ports.ts'

const TIMEOUT_MS = 3000
/** Steps of a CNAME chain that are followed. */
const MAX_CHAIN = 8
const NOTHING = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'ENONAME'])

/** @param servers `ip` or `ip:port`; those of the machine when empty */
export function createDns(servers: readonly string[]): Dns {
  /** A resolver caches nothing but keeps its sockets; one per question is closed on its own. */
  const resolver = () => {
    const made = new Resolver({ timeout: TIMEOUT_MS, tries: 2 })
    if (servers.length > 0) made.setServers(servers)
    return made
  }
  const orNothing = <T>(asked: Promise<readonly T[]>): Promise<readonly T[]> =>
    asked.catch((error: NodeJS.ErrnoException) => {
      if (NOTHING.has(error.code ?? '')) return []
      throw error
    })
  return {
    async txt(name) {
      const found = await orNothing(resolver().resolveTxt(name))
      return found.map((parts) => parts.join(''))
    },
    async chain(name) {
      const chain: string[] = []
      for (let at = name; chain.length < MAX_CHAIN;) {
        const [next] = await orNothing(resolver().resolveCname(at))
        const lower = next?.toLowerCase().replace(/\.$/, '')
        if (lower === undefined || chain.includes(lower)) break
        chain.push(lower)
        at = lower
      }
      return chain
    },
    addresses: (name) => orNothing(resolver().resolve4(name)),
  }
}
