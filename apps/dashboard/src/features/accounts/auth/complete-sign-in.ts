// After sign-in: to the page one wanted, on this site only, else to the agents of the account's region.
import type { Account } from '@parlance/contract/accounts/schemas'
import { safeReturnPath } from '@parlance/contract/lib/return-path'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { paths } from '../../../lib/paths.ts'
import { setSession } from '../../../lib/session/session.ts'
import { rememberEmail } from './last-email.ts'

/** Nothing of who was here before is left in the cache or the forms. */
export function useCompleteSignIn() {
  const client = useQueryClient()
  const router = useRouter()
  return async (account: Account, back?: string) => {
    client.clear()
    rememberEmail('')
    setSession(client, account)
    const wanted = back ?? new URLSearchParams(router.state.location.searchStr).get('redirect') ?? undefined
    await router.navigate({ href: safeReturnPath(wanted) ?? paths.agents(account.region).to, replace: true })
  }
}
