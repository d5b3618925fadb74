export const p95 = (values: readonly number[]): number =>
  values.length === 0
    ? 0
    : (values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(values.length * 0.95) - 1)] ?? 0)

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN
