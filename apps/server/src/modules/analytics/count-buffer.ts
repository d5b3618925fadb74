// Loads and openings gather in memory and are written together: a page of a busy site costs the database nothing of its own.
import type { Region } from '@parlance/contract/lib/regions'
import type { Ctx } from '../../lib/ctx.ts'
import { createCountAccumulator, type CountAccumulator } from './count-accumulator.ts'
import * as repository from './counts.repository.ts'

export interface CountBufferDeps {
  readonly contextFor: (region: Region) => Ctx
  /** Those of these agents that exist, held until the transaction ends. */
  readonly existing: (ctx: Ctx, agentIds: readonly string[]) => Promise<ReadonlySet<string>>
  /** Milliseconds that counts wait at most. */
  readonly everyMs?: number
}

const EVERY_MS = 1000
/** Different counts and sites that may wait for a database that is away; what comes beyond is lost. */
const MOST = 50_000
/** What waits is written before its time when it is so much. */
const ENOUGH = 5000

interface Waiting {
  readonly accumulator: CountAccumulator
  sites: Map<string, repository.SiteLoads & { loads: number; lastAt: Date }>
}

export interface CountBuffer {
  readonly add: (
    region: Region,
    counts: readonly Omit<repository.DayCount, 'count'>[],
    site?: { agentId: string; origin: string; at: Date },
  ) => void
  /** Writes what waits. Resolves when it is stored, or kept for the next time because the database is away. */
  readonly flush: () => Promise<void>
}

export function createCountBuffer({ contextFor, existing, everyMs = EVERY_MS }: CountBufferDeps): CountBuffer {
  const waiting = new Map<Region, Waiting>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  const of = (region: Region): Waiting => {
    let one = waiting.get(region)
    if (!one) waiting.set(region, (one = { accumulator: createCountAccumulator(), sites: new Map() }))
    return one
  }
  const write = async (region: Region, one: Waiting) => {
    const [counts, sites] = [one.accumulator.take(), [...one.sites.values()]]
    one.sites = new Map()
    if (counts.length === 0 && sites.length === 0) return
    const ctx = contextFor(region)
    try {
      await ctx.tx(async (tx) => {
        await repository.disableSynchronousCommit(tx.db)
        const here = await existing(tx, [...new Set([...counts, ...sites].map(({ agentId }) => agentId))].toSorted())
        await repository.addCounts(
          tx.db,
          counts.filter(({ agentId }) => here.has(agentId)),
        )
        await repository.addSites(
          tx.db,
          sites.filter(({ agentId }) => here.has(agentId)),
        )
      })
    } catch (error) {
      ctx.log.warn({ err: error, region }, 'counts of widgets could not be stored; they wait')
      for (const count of counts) if (one.accumulator.size() < MOST) one.accumulator.add(count)
      for (const site of sites) addSite(one, site)
      later()
    }
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    // One after the other: counts that wait meanwhile share the next transaction.
    return (writing = writing.then(async () => {
      await Promise.all([...waiting].map(([region, one]) => write(region, one)))
    }))
  }
  const later = () => (timer ??= setTimeout(() => void flush(), everyMs).unref())
  return {
    add(region, counts, site) {
      const one = of(region)
      if (one.accumulator.size() < MOST) for (const count of counts) one.accumulator.add(count)
      if (site)
        addSite(one, { agentId: site.agentId, origin: site.origin, loads: 1, firstAt: site.at, lastAt: site.at })
      if (one.accumulator.size() + one.sites.size >= ENOUGH && timer) void flush()
      else later()
    },
    flush,
  }
}

function addSite({ sites }: Waiting, site: repository.SiteLoads): void {
  const key = `${site.agentId}|${site.origin}`
  const known = sites.get(key)
  if (!known) return void (sites.size < MOST && sites.set(key, { ...site }))
  known.loads += site.loads
  if (site.lastAt > known.lastAt) known.lastAt = site.lastAt
}
