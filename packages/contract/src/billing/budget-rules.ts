/** Credits, and alert percentages besides 100. */
export const BUDGET = { min: 1, max: 1_000_000_000, alerts: 5, suggested: [50, 80] } as const
export const WHAT_IF = { maxUsdPerToken: 1, maxMarkup: 1000 } as const
