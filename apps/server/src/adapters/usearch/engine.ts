// The arithmetic of nearest vectors: usearch's native code where it loads, plain JavaScript elsewhere, with one behaviour.

interface Near {
  /** Row of the block. */
  readonly at: number
  /** Cosine, -1 to 1. */
  readonly similarity: number
}

export interface Engine {
  readonly name: 'usearch' | 'javascript'
  /** The `k` rows nearest to `query`, nearest first; equal ones by row. Rows and query are unit vectors of one length. */
  readonly nearest: (rows: Float32Array, query: Float32Array, k: number) => Near[]
}

export const javascriptEngine: Engine = {
  name: 'javascript',
  nearest(rows, query, k) {
    const size = query.length
    const all: Near[] = []
    for (let at = 0; at * size < rows.length; at += 1) {
      let similarity = 0
      const from = at * size
      for (let i = 0; i < size; i += 1) similarity += (rows[from + i] ?? 0) * (query[i] ?? 0)
      all.push({ at, similarity })
    }
    return best(all, k)
  },
}

/** Throws where the native module does not load. */
export async function usearchEngine(): Promise<Engine> {
  const { exactSearch, MetricKind } = await import('usearch')
  return {
    name: 'usearch',
    nearest(rows, query, k) {
      const count = rows.length / query.length
      if (count < 1 || k < 1) return []
      const found = exactSearch(rows, query, query.length, Math.min(k, count), MetricKind.IP, 1)
      if (!('distances' in found)) return []
      const near = [...found.keys].map((key, at) => ({ at: Number(key), similarity: 1 - (found.distances[at] ?? 1) }))
      return best(near, k)
    },
  }
}

/** The native engine, or the plain one after telling why. */
export async function openEngine(onFallback: (error: unknown) => void): Promise<Engine> {
  try {
    return await usearchEngine()
  } catch (error) {
    onFallback(error)
    return javascriptEngine
  }
}

function best(near: Near[], k: number): Near[] {
  return near
    .filter(({ similarity }) => Number.isFinite(similarity))
    .sort((a, b) => b.similarity - a.similarity || a.at - b.at)
    .slice(0, k)
}
