// Nearest-vector search: usearch's native code if it loads, otherwise JavaScript with the same results.

interface Near {
  readonly at: number
  /** Cosine, -1 to 1. */
  readonly similarity: number
}

export interface Engine {
  readonly name: 'usearch' | 'javascript'
  /** The `k` rows nearest to `query`, ties by row. Only directions are compared: each vector has its own scale. */
  readonly nearest: (rows: Int8Array, query: Int8Array, k: number) => Near[]
}

export const javascriptEngine: Engine = {
  name: 'javascript',
  nearest(rows, query, k) {
    const size = query.length
    const length = Math.sqrt(dot(query, query, 0))
    const all: Near[] = []
    for (let at = 0; (at + 1) * size <= rows.length; at += 1) {
      const row = rows.subarray(at * size, (at + 1) * size)
      const lengths = Math.sqrt(dot(row, row, 0)) * length
      all.push({ at, similarity: lengths > 0 ? dot(row, query, 0) / lengths : 0 })
    }
    return best(all, k)
  },
}

function dot(a: Int8Array, b: Int8Array, sum: number): number {
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}

export async function usearchEngine(): Promise<Engine> {
  const { exactSearch, MetricKind } = await import('usearch')
  return {
    name: 'usearch',
    nearest(rows, query, k) {
      const count = Math.floor(rows.length / query.length)
      if (count < 1 || k < 1) return []
      const found = exactSearch(whole(rows), whole(query), query.length, Math.min(k, count), MetricKind.Cos, 1)
      if (!('distances' in found)) return []
      const near = [...found.keys].map((key, at) => ({ at: Number(key), similarity: 1 - (found.distances[at] ?? 1) }))
      return best(near, k)
    },
  }
}

/** The native code ignores the byte offset of a view. */
const whole = (numbers: Int8Array): Int8Array => (numbers.byteOffset === 0 ? numbers : numbers.slice())

/** The native engine; otherwise calls `onFallback` and returns the JavaScript one. */
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
