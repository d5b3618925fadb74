// After sign-in: continues to the wanted page on this site, otherwise to the agents of the account's region.
import type { Account } from '@parlance/contract/accounts/schemas'
import { safeReturnPath } from '@parlance/contract/lib/return-path'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { paths } from '../../../lib/paths.ts'
import { i18n } from '../../../i18n/i18n.ts'
import { sessionQuery, setSession } from '../../../lib/session/session.ts'
import { rememberEmail } from './last-email.ts'

/** Without TLS browsers silently drop secure session cookies. */
async function assertKept(client: QueryClient): Promise<void> {
  if (globalThis.isSecureContext !== false && navigator.cookieEnabled) return
  if (!(await client.fetchQuery({ ...sessionQuery, staleTime: 0 }))) throw new Error(i18n.t('accounts.signIn.notKept'))
}

/** Clears the cache and forms of the previous user. Throws a sentence when the browser did not keep the session. */
export function useCompleteSignIn() {
  const client = useQueryClient()
  const router = useRouter()
  return async (account: Account, back?: string) => {
    client.clear()
    await assertKept(client)
    rememberEmail('')
    setSession(client, account)
    const wanted = back ?? new URLSearchParams(router.state.location.searchStr).get('redirect') ?? undefined
    await router.navigate({ href: safeReturnPath(wanted) ?? paths.agents(account.region).to, replace: true })
  }
}
