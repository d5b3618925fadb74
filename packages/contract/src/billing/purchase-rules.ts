export const CANCEL_REASONS = [
  'Too expensive',
  'Missing features',
  'Found a better alternative',
  'Temporary need',
  'Other',
] as const

/** Whole units of the workspace's currency. */
export const TOP_UP = { min: 5, max: 10_000 } as const
export const ADD_ON_QUANTITY = { min: 1, maxAtStart: 10, max: 1000 } as const
