// Times in the API are unix seconds in the specification's entities and ISO strings elsewhere.
export const unixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000)
/** UTC month such as `2026-11`; key of monthly limits and usage. */
export const monthKey = (date: Date): string => date.toISOString().slice(0, 7)

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Stored times are comparable from 1970 to 9999: PostgreSQL has no year 0, and JavaScript signs later years. */
export const isLogTime = (time: string): boolean => time >= '1970' && time < '9999'
