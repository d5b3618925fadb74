import type { Ctx } from '../../lib/ctx.ts'
import type { VectorIndex } from '../../modules/knowledge/ports.ts'
import type { PgvectorIndex } from './pgvector.ts'

/** Decided once per region at its first search; if the database is unreachable, the next search tries again. */
export function preferPgvector(pgvector: PgvectorIndex, otherwise: VectorIndex): VectorIndex {
  const regions = new Map<string, Promise<boolean>>()
  const has = (ctx: Ctx): Promise<boolean> => {
    let known = regions.get(ctx.region)
    if (!known) {
      known = pgvector.prepare(ctx)
      regions.set(ctx.region, known)
      known.then(
        (found) => ctx.log.info({ region: ctx.region, pgvector: found }, 'chose the vector search'),
        () => regions.delete(ctx.region),
      )
    }
    return known
  }
  return { search: async (ctx, query) => ((await has(ctx)) ? pgvector : otherwise).search(ctx, query) }
}
