// Each region has its own database and bucket, so a record never leaves its region.
export const REGIONS = ['eu', 'na'] as const
export type Region = (typeof REGIONS)[number]
export const REGION_NAMES: Record<Region, string> = { eu: 'Europe (Frankfurt)', na: 'North America (Virginia)' }
export const isRegion = (value: unknown): value is Region => value === 'eu' || value === 'na'
/** `{api}` of the specification. */
export const apiBase = (region: Region) => `/api/${region}` as const
