// Who is signed in as a client user of an agency, in this region.
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import type { Region } from '@parlance/contract/lib/regions'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { speak } from '../i18n/i18n.ts'
import { clientApi } from './api.ts'
import { hasCode } from './errors.ts'

const AGENCY_KEY = 'parlance-client-agency'

/** `orgId`: the org that an agency's admin looks at. */
export const clientSessionQuery = (region: Region, orgId = '') =>
  queryOptions({
    queryKey: ['client-session', region, orgId],
    queryFn: async (): Promise<ClientSession | null> => {
      try {
        const { data } = await clientApi(region).clientAccount.me.call(orgId ? { orgId } : {})
        await speak(data.client.preferredLanguage)
        return data
      } catch (error) {
        if (hasCode(error, 'UNAUTHORIZED')) return null
        throw error
      }
    },
    staleTime: 30_000,
  })

/** Of this tab: whoever is signed in as a workspace user too sees their own dashboard in all others. */
const TAB_KEY = 'parlance-client-tab'
export const isClientTab = (): boolean => sessionStorage.getItem(TAB_KEY) !== null
export const leaveClientTab = () => sessionStorage.removeItem(TAB_KEY)

export function setClientSession(client: QueryClient, region: Region, session: ClientSession): void {
  sessionStorage.setItem(TAB_KEY, region)
  client.setQueryData(clientSessionQuery(region).queryKey, session)
}

/** Whose page this browser signed in at last, so that an ended session leads back there. */
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
