import { Alert, Button, Group, Loader, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../api.ts'
import { errorText } from '../../errors.ts'
import { AppLink } from '../../link.tsx'
import { paths } from '../../paths.ts'
import { sessionQuery } from '../../session.ts'
import { notify } from '../../ui/notify.ts'
import { linkToken } from '../../url-secrets.ts'
import { AuthLayout } from './auth-layout.tsx'
import classes from './auth.module.css'

/** The token is spent by one POST after the page has loaded; the cache keeps it from being sent twice. */
export function VerifyEmailPage() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const token = linkToken()
  const verify = useQuery({
    queryKey: ['verify-email', token],
    queryFn: async () => {
      await globalApi.accounts.verifyEmail.call({ token })
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      return true
    },
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const goOn = (
    <AppLink target={paths.root()} className={classes.link}>
      {t('accounts.verify.goOn')}
    </AppLink>
  )
  if (!token) {
    return (
      <AuthLayout title={t('accounts.verify.title')} text={t('accounts.verify.noToken')}>
        {goOn}
      </AuthLayout>
    )
  }
  if (verify.isSuccess) {
    return (
      <AuthLayout title={t('accounts.verify.done')} text={t('accounts.verify.doneText')}>
        {goOn}
      </AuthLayout>
    )
  }
  if (verify.isError) {
    return (
      <AuthLayout title={t('accounts.verify.failed')}>
        <Alert color="red" role="alert" mb="md">
          {errorText(verify.error)}
        </Alert>
        <WayOn>{goOn}</WayOn>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={t('accounts.verify.title')} text={t('accounts.verify.wait')}>
      <Loader size="sm" aria-label={t('accounts.verify.wait')} />
    </AuthLayout>
  )
}

/** After a link that did not work: another one for who is signed in and needs it, the way to sign in for others. */
function WayOn({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const session = useQuery(sessionQuery)
  const account = session.data
  const send = useMutation(
    globalApi.accounts.resendVerification.mutationOptions({
      onSuccess: () => notify.success(t('shell.sentAgain', { email: account?.email ?? '' })),
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  if (session.isPending) return null
  if (!account) {
    return (
      <>
        <Text size="sm" mb="md">
          {t('accounts.verify.signInForNew')}
        </Text>
        <Button renderRoot={(props) => <AppLink target={paths.login()} {...props} />}>
          {t('accounts.signUp.signIn')}
        </Button>
      </>
    )
  }
  return (
    <>
      {account.emailVerified && (
        <Text size="sm" mb="md">
          {t('accounts.verify.already', { email: account.email })}
        </Text>
      )}
      <Group gap="md">
        {!account.emailVerified && (
          <Button loading={send.isPending} onClick={() => send.mutate(undefined)}>
            {t('accounts.verify.newLink')}
          </Button>
        )}
        {children}
      </Group>
    </>
  )
}
