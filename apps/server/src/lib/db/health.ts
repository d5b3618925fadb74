// Checks whether databases answer and accept writes, for /readyz.
import type { Pool } from './pool.ts'

/** /readyz is public: results are cached this long. */
const REMEMBERED_MS = 1000

/** Spills to a temporary file, which fails on a full disk as an insert would but leaves no row behind. */
const PROBE = `set local work_mem = '64kB';
select count(*), current_setting('transaction_read_only') as read_only from generate_series(1, 20000)`

/** True when the database answers, is not read-only and has room. Never rejects. */
async function takesWrites(pool: Pool): Promise<boolean> {
  try {
    // Two statements in one round trip, which the types of pg don't know.
    const results = (await pool.query(PROBE)) as unknown as { rows: { read_only: string }[] }[]
    return results.at(-1)?.rows[0]?.read_only === 'off'
  } catch {
    return false
  }
}

export function createHealth(pools: readonly Pool[], now: () => number = () => performance.now()) {
  let asked: { readonly at: number; readonly answer: Promise<boolean> } | undefined
  return (): Promise<boolean> => {
    if (!asked || now() - asked.at >= REMEMBERED_MS) {
      const answer = Promise.all(pools.map(takesWrites)).then((all) => all.every(Boolean))
      asked = { at: now(), answer }
    }
    return asked.answer
  }
}
