// The current invitation. Its token is kept per tab during sign-up, because a provider's page may come in between.
import type { Invitation } from '@parlance/contract/accounts/invitations-api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { globalApi } from '../../../lib/api.ts'
import { useSearchValues } from '../../../lib/link.tsx'
import { paths, type Target } from '../../../lib/paths.ts'
import { linkInvitation } from '../../../lib/url-secrets.ts'

const KEY = 'parlance.invitation'

/** Empty without an invitation. */
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

/** Where a signed-out invitee starts; they return afterwards. */
export const signInTarget = ({ hasAccount }: Invitation): Target =>
  hasAccount ? paths.login(paths.invitation().to) : paths.signUp(paths.invitation().to)

/** The invitation that led to sign-up or sign-in, if any. */
export function useInvitation(): { token: string; invitation: Invitation | undefined; waiting: boolean } {
  const wanted = useSearchValues()['redirect'] === paths.invitation().to
  const token = wanted ? followedInvitation() : ''
  const { data, isLoading } = useQuery(invitationQuery(token))
  return { token: data ? token : '', invitation: data, waiting: isLoading }
}
