// The agency this browser last signed in at, so that an ended session leads back there.
import type { Region } from '@parlance/contract/lib/regions'

const AGENCY_KEY = 'parlance-client-agency'

export const rememberAgency = (region: Region, agencyId: string) =>
  localStorage.setItem(AGENCY_KEY, JSON.stringify({ region, agencyId }))

export function rememberedAgency(region: Region): string | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(AGENCY_KEY) ?? 'null') as { region?: string; agencyId?: string } | null
    return kept?.region === region ? kept.agencyId : undefined
  } catch {
    return undefined
  }
}
