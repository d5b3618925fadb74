// The signed-in client user of an agency in this region.
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import type { Region } from '@parlance/contract/lib/regions'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { ORPCError } from '@orpc/client'
import { notify } from '../../components/feedback/notify.ts'
import { i18n, setLanguage } from '../../i18n/i18n.ts'
import { clientApi, type ErrorDetail } from '../api.ts'
import { enterClientTab, leaveClientTab, markEnded } from './client-tab.ts'
import { errorText, hasCode } from '../errors.ts'

export { rememberAgency, rememberedAgency } from '../agency/last-agency.ts'
export { enterClientTab, isClientTab, leaveClientTab } from './client-tab.ts'

let signingOut = false
/** Suppresses the end-of-session notice until the page is left. */
export function beginSignOut(): void {
  signingOut = true
}
/** Called when sign-out failed. */
export function endSignOut(): void {
  signingOut = false
}

/** `orgId`: the org an agency admin is viewing. */
export const clientSessionQuery = (region: Region, orgId = '') =>
  queryOptions({
    queryKey: ['client-session', region, orgId],
    queryFn: async ({ client, queryKey }): Promise<ClientSession | null> => {
      if (signingOut) return client.getQueryData<ClientSession>(queryKey) ?? null
      try {
        const { data } = await clientApi(region).clientAccount.me.call(orgId ? { orgId } : {})
        await speakTo(data)
        return data
      } catch (error) {
        if (!hasCode(error, 'UNAUTHORIZED')) throw error
        client.setQueryData(endKey(region), isReasoned(error) ? errorText(error) : '')
        return null
      }
    },
    staleTime: 30_000,
  })

/** An agency admin has no stored language. */
const speakTo = async ({ client }: ClientSession): Promise<void> => {
  if (!client.isAdmin) await setLanguage(client.preferredLanguage)
}

const endKey = (region: Region) => ['client-session-end', region] as const
const isReasoned = (error: unknown): boolean =>
  error instanceof ORPCError && (error.data as ErrorDetail | undefined)?.reason === 'client_deleted'

/** Why the session ended; undefined if there was none. */
function whyEnded(client: QueryClient, region: Region): string | undefined {
  const reason = client.getQueryData<string>(endKey(region))
  return reason === undefined ? undefined : reason || i18n.t('errors.signInAgain')
}
/** Shows why the session ended. */
export function tellEnd(client: QueryClient, region: Region): void {
  const why = whyEnded(client, region)
  if (why !== undefined) notify.error(why, { id: 'client-session-end' })
}
/** Lets the sign-in page, which loads next, show it. */
export function tellEndThere(client: QueryClient, region: Region): void {
  const why = whyEnded(client, region)
  if (why !== undefined) markEnded(why)
}

/** Resolves when the page is in the client user's language. */
export async function setClientSession(client: QueryClient, region: Region, session: ClientSession): Promise<void> {
  enterClientTab(region)
  client.setQueryData(clientSessionQuery(region).queryKey, session)
  await speakTo(session)
}

/** Removes everything of a client user from this browser. */
export function forgetClient(): void {
  leaveClientTab()
  for (const key of Object.keys(localStorage)) if (key.startsWith('parlance-client-')) localStorage.removeItem(key)
}
