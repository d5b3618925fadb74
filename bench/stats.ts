export interface Summary {
  count: number
  median: number
  p95: number
  p99: number
}

/** The interpolated quantile `q` (0 to 1); NaN if empty. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * q
  const low = sorted[Math.floor(place)] ?? Number.NaN
  const high = sorted[Math.ceil(place)] ?? Number.NaN
  return low + (high - low) * (place - Math.floor(place))
}

export const median = (values: readonly number[]) => quantile(values, 0.5)
export const p95 = (values: readonly number[]) => quantile(values, 0.95)

export const summarise = (values: readonly number[]): Summary => ({
  count: values.length,
  median: median(values),
  p95: p95(values),
  p99: quantile(values, 0.99),
})
