// Shared by the client dashboard: the session, changes to the account, and sign-out.
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { notify } from '../../components/feedback/notify.ts'
import { hasCode } from '../../lib/errors.ts'
import { beginSignOut, endSignOut, forgetClient, setClientSession } from '../../lib/session/client-session.ts'
import { paths } from '../../lib/paths.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'

export function useClientSession(): ClientSession {
  const { client } = useScope()
  if (!client) throw new Error('useClientSession is for pages of client users')
  return client
}

export function useUpdateMe() {
  const { t } = useTranslation()
  const { region, api } = useScope()
  const client = useQueryClient()
  return useMutation(
    api.clientAccount.updateMe.mutationOptions({
      onSuccess: ({ data }) => {
        void setClientSession(client, region, data)
        void client.invalidateQueries({ queryKey: ['client-session', region] })
      },
      onError: () => notify.error(t('client.account.failed')),
    }),
  )
}

/** `before` runs while the session is still valid. */
export function useSignOut(before?: () => Promise<unknown>) {
  const { t } = useTranslation()
  const { region, api } = useScope()
  const { agency } = useClientSession()
  return async () => {
    await before?.().catch(() => undefined)
    beginSignOut()
    try {
      await api.clientAccount.signOut.call({})
    } catch (error) {
      if (!hasCode(error, 'UNAUTHORIZED')) {
        endSignOut()
        return void notify.error(t('shell.signOutFailed'))
      }
    }
    forgetClient()
    // A full load clears the session from memory.
    location.assign(paths.clientSignIn(region, agency.ID).to)
  }
}
