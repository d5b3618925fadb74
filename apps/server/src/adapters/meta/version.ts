/** From this day Meta answers the version with the next one. */
const ENDS: Readonly<Record<string, string>> = {
  'v16.0': '2025-05-14',
  'v17.0': '2025-09-12',
  'v18.0': '2026-01-26',
  'v19.0': '2026-05-21',
  'v20.0': '2026-09-24',
}
export const isExpired = (version: string, now: Date): boolean => {
  const end = ENDS[version]
  return end === undefined ? Number(version.slice(1)) < 16 : new Date(end) <= now
}
