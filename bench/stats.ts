export interface Summary {
  count: number
  median: number
  p95: number
  p99: number
}

/** The interpolated quantile `q` (0 to 1) of `sorted`; NaN if empty. */
export function quantile(sorted: readonly number[], q: number): number {
  const place = (sorted.length - 1) * q
  const low = sorted[Math.floor(place)] ?? Number.NaN
  const high = sorted[Math.ceil(place)] ?? Number.NaN
  return low + (high - low) * (place - Math.floor(place))
}

export function summarise(values: readonly number[]): Summary {
  const sorted = values.toSorted((a, b) => a - b)
  return {
    count: sorted.length,
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
  }
}
