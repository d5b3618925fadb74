// The target of invitation links: joins the workspace as the invited user.
import { Alert, Button, Group, Loader, Text } from '@mantine/core'
import type { Invitation } from '@parlance/contract/accounts/invitations-api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { globalApi, regionalApi } from '../../lib/api.ts'
import { errorText } from '../../lib/errors.ts'
import { AuthLayout } from '../../features/accounts/auth/auth-layout.tsx'
import classes from '../../features/accounts/auth/auth.module.css'
import { followedInvitation, invitationQuery, signInTarget } from '../../features/accounts/auth/invitation.ts'
import { AppLink, useNavigateTo } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { sessionQuery, setSession, useAccount } from '../../lib/session/session.ts'
import { notify } from '../../components/feedback/notify.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { chooseWorkspace } from '../layout/chosen-workspace.ts'

/** Signed-out users were redirected before. */
export function InvitationPage() {
  const { t } = useTranslation()
  const [token] = useState(followedInvitation)
  const account = useAccount()
  const invitation = useQuery(invitationQuery(token))
  if (!token) return <Useless text={t('accounts.verify.noToken')} />
  if (invitation.isError) return <Useless text={errorText(invitation.error)} advice={t('accounts.invitation.again')} />
  if (!invitation.data || !account) return <Waiting />
  if (account.email !== invitation.data.email)
    return <OtherAccount invitation={invitation.data} email={account.email} />
  return <Joining token={token} />
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <AuthLayout title={t('accounts.invitation.title')}>
      <Loader size="sm" aria-label={t('accounts.verify.wait')} />
    </AuthLayout>
  )
}

/** The token is spent by one POST; the cache prevents a second one. */
function Joining({ token }: { token: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const go = useNavigateTo()
  const join = useQuery({
    queryKey: ['join', token],
    queryFn: async () => {
      const { region, workspaceId, workspaceName } = (await globalApi.accounts.acceptInvitation.call({ token })).data
      // Joining may confirm the address and adds a workspace.
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      client.removeQueries({ queryKey: regionalApi(region).workspaces.list.key() })
      chooseWorkspace(region, workspaceId)
      await go(paths.agents(region), { replace: true })
      notify.success(t('accounts.invitation.done', { workspace: workspaceName }))
      return true
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (join.isError) return <Useless text={errorText(join.error)} advice={t('accounts.invitation.again')} />
  return <Waiting />
}

function OtherAccount({ invitation, email }: { invitation: Invitation; email: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const go = useNavigateTo()
  const change = useMutation({
    mutationFn: () => globalApi.accounts.signOut.call({}),
    onSuccess: async () => {
      setSession(client, null)
      await go(signInTarget(invitation))
      client.removeQueries({ type: 'inactive' })
    },
    onError: () => notify.error(t('shell.signOutFailed')),
  })
  return (
    <AuthLayout
      title={t('accounts.invitation.other')}
      text={t('accounts.invitation.otherText', {
        email,
        invited: invitation.email,
        workspace: invitation.workspaceName,
      })}
    >
      {change.error && (
        <Alert color="red" role="alert" mb="md">
          {errorText(change.error)}
        </Alert>
      )}
      <Group gap="md">
        <Button loading={change.isPending} onClick={() => change.mutate()}>
          {t('accounts.invitation.change')}
        </Button>
        <AppLink target={paths.root()} className={classes.link}>
          {t('accounts.invitation.stay')}
        </AppLink>
      </Group>
    </AuthLayout>
  )
}

/** An invalid link: why, and what to do. */
function Useless({ text, advice }: { text: string; advice?: string }) {
  const { t } = useTranslation()
  const account = useAccount()
  return (
    <AuthLayout title={t('accounts.invitation.useless')}>
      <Alert color="red" role="alert" mb="md">
        {text}
      </Alert>
      {advice && <Text mb="md">{advice}</Text>}
      <AppLink target={account ? paths.root() : paths.login()} className={classes.link}>
        {t(account ? 'accounts.verify.goOn' : 'accounts.signUp.signIn')}
      </AppLink>
    </AuthLayout>
  )
}
