// The invitation that somebody follows. Its token waits in this tab while they sign up or in, because the page of another
// provider may come between.
import type { Invitation } from '@parlance/contract/accounts/invitations-api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { globalApi } from '../../../lib/api.ts'
import { useSearchValues } from '../../../lib/link.tsx'
import { paths, type Target } from '../../../lib/paths.ts'
import { linkInvitation } from '../../../lib/url-secrets.ts'

const KEY = 'parlance.invitation'

/** '' for whoever follows none. */
export function followedInvitation(): string {
  const token = linkInvitation()
  if (token) sessionStorage.setItem(KEY, token)
  return token || (sessionStorage.getItem(KEY) ?? '')
}

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: async (): Promise<Invitation> => (await globalApi.accounts.invitation.call({ token })).data,
    enabled: token !== '',
    staleTime: 60_000,
    retry: false,
  })

/** Where somebody who is not signed in begins; from there they come back. */
export const signInTarget = ({ hasAccount }: Invitation): Target =>
  hasAccount ? paths.login(paths.invitation().to) : paths.signUp(paths.invitation().to)

/** On the pages to sign up and in: what they were asked for by, if they were. */
export function useInvitation(): { token: string; invitation: Invitation | undefined; waiting: boolean } {
  const wanted = useSearchValues()['redirect'] === paths.invitation().to
  const token = wanted ? followedInvitation() : ''
  const { data, isLoading } = useQuery(invitationQuery(token))
  return { token: data ? token : '', invitation: data, waiting: isLoading }
}
