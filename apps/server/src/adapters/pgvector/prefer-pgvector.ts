// Which search over vectors a region uses: its database's own where that has one.
import type { Ctx } from '../../lib/ctx.ts'
import type { VectorIndex } from '../../modules/knowledge/ports.ts'
import type { PgvectorIndex } from './pgvector.ts'

/** Decided once for each region, at its first question; a database that was away is asked again at the next. */
export function preferPgvector(pgvector: PgvectorIndex, otherwise: VectorIndex): VectorIndex {
  const regions = new Map<string, Promise<boolean>>()
  const has = (ctx: Ctx): Promise<boolean> => {
    let known = regions.get(ctx.region)
    if (!known) {
      known = pgvector.prepare(ctx)
      regions.set(ctx.region, known)
      known.then(
        (found) => ctx.log.info({ region: ctx.region, pgvector: found }, 'vectors are searched'),
        () => regions.delete(ctx.region),
      )
    }
    return known
  }
  return { search: async (ctx, query) => ((await has(ctx)) ? pgvector : otherwise).search(ctx, query) }
}
