export const API_VERSIONS = ['2026-11-22'] as const
export type ApiVersion = (typeof API_VERSIONS)[number]
export const NEWEST_VERSION: ApiVersion = API_VERSIONS[0]
export const VERSION_HEADER = 'parlance-version'
