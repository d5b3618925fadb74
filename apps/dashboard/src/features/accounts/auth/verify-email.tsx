import { Alert, Button, Group, Loader, Text } from '@mantine/core'
import { safeReturnPath } from '@parlance/contract/lib/return-path'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../../lib/api.ts'
import { errorText, hasCode, hasReason } from '../../../lib/errors.ts'
import { AppLink, useNavigateTo, useSearchValues } from '../../../lib/link.tsx'
import { paths, type Target } from '../../../lib/paths.ts'
import { parseSearch } from '../../../lib/query-string.ts'
import { sessionQuery, setSession, useAccount } from '../../../lib/session/session.ts'
import { notify } from '../../../components/feedback/notify.ts'
import { forgetLinkToken, linkToken } from '../../../lib/url-secrets.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { AuthLayout } from './auth-layout.tsx'
import classes from './auth.module.css'

const token = () => linkToken() || pendingLink()
/** Removes the used token everywhere, including from the cache's keys. */
const forget = () => {
  clearPendingLink()
  forgetLinkToken()
}

/** Confirms an address. The token is sent by one POST after a press; the cache prevents a second one. */
export function VerifyEmailPage() {
  const { t } = useTranslation()
  const client = useQueryClient()
  // The token is forgotten after use while this page still shows the result.
  const [isGiven] = useState(() => token() !== '')
  // Mail scanners open links, so confirming needs a press. Users who signed in first have pressed a button already.
  const [isPressed, setPressed] = useState(() => pendingLink() !== '')
  const verify = useQuery({
    queryKey: ['verify-email'],
    queryFn: async () => {
      await globalApi.accounts.verifyEmail.call({ token: token() }).catch((error: unknown) => {
        if (hasCode(error, 'INVALID_TOKEN')) forget()
        throw error
      })
      forget()
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      return true
    },
    enabled: isGiven && isPressed,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const goOn = (
    <AppLink target={useNext()} className={classes.link}>
      {t('accounts.verify.goOn')}
    </AppLink>
  )
  if (verify.isSuccess) {
    return (
      <AuthLayout title={t('accounts.verify.done')} text={t('accounts.verify.doneText')}>
        {goOn}
      </AuthLayout>
    )
  }
  if (!isGiven) {
    return (
      <AuthLayout title={t('accounts.verify.title')} text={t('accounts.verify.noToken')}>
        {goOn}
      </AuthLayout>
    )
  }
  if (!isPressed) {
    return (
      <AuthLayout title={t('accounts.verify.title')} text={t('accounts.verify.press')}>
        <Button fullWidth onClick={() => setPressed(true)}>
          {t('accounts.verify.confirm')}
        </Button>
      </AuthLayout>
    )
  }
  if (hasCode(verify.error, 'UNAUTHORIZED', 'FORBIDDEN')) return <OtherAccount />
  if (hasReason(verify.error, 'address_confirmed_already')) {
    return (
      <AuthLayout title={t('accounts.verify.done')} text={errorText(verify.error)}>
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

/** The page they wanted before sign-up according to the link, otherwise the app's start. */
function useNext(): Target {
  const wanted = safeReturnPath(useSearchValues()['redirect'])
  if (!wanted) return paths.root()
  const url = new URL(wanted, location.origin)
  return { to: url.pathname, search: parseSearch(url.search) }
}

/** A new address must be confirmed in the account that requested it: sign in there first, then come back. */
function OtherAccount() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const go = useNavigateTo()
  const account = useAccount()
  const signIn = useMutation({
    mutationFn: async () => {
      savePendingLink(token())
      if (account) await globalApi.accounts.signOut.call({})
    },
    onSuccess: async () => {
      setSession(client, null)
      await go(paths.login(paths.verifyEmail().to))
      client.removeQueries({ type: 'inactive' })
    },
    onError: () => notify.error(t('shell.signOutFailed')),
  })
  return (
    <AuthLayout
      title={t('accounts.verify.whose')}
      text={
        account ? t('accounts.verify.otherAccount', { email: account.email }) : t('accounts.verify.signInToConfirm')
      }
    >
      {signIn.error && (
        <Alert color="red" role="alert" mb="md">
          {errorText(signIn.error)}
        </Alert>
      )}
      <Button loading={signIn.isPending} onClick={() => signIn.mutate()}>
        {t(account ? 'accounts.verify.changeAccount' : 'accounts.signUp.signIn')}
      </Button>
    </AuthLayout>
  )
}

/** After an invalid link: a new one for signed-in users, sign-in for others. */
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

// The token of a mailed link while its reader signs in, kept per tab because a provider's page may come in between.
const KEY = 'parlance.link'

export const savePendingLink = (token: string): void => sessionStorage.setItem(KEY, token)
export const pendingLink = (): string => sessionStorage.getItem(KEY) ?? ''
export const clearPendingLink = (): void => sessionStorage.removeItem(KEY)
