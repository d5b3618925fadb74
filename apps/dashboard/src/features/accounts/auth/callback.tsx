// The redirect target of providers: sends the response to the server once, then continues to the wanted page.
import { Alert, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../../lib/api.ts'
import { errorText } from '../../../lib/errors.ts'
import { AppLink, useNavigateTo } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useAccount } from '../../../lib/session/session.ts'
import { notify } from '../../../components/feedback/notify.ts'
import { providerAnswer } from '../../../lib/url-secrets.ts'
import { AuthLayout } from './auth-layout.tsx'
import classes from './auth.module.css'
import { useCompleteSignIn } from './complete-sign-in.ts'
import { takeReturnPath } from './provider-redirect.ts'

export function CallbackPage() {
  const { t } = useTranslation()
  const answer = providerAnswer()
  const finish = useFinish()
  const trip = useQuery({
    queryKey: ['provider', answer.state],
    queryFn: async () => {
      await finish(answer)
      return true
    },
    enabled: answer.code !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const account = useAccount()
  const back = account ? paths.account(account.region, 'security') : paths.login()
  if (answer.code !== '' && !trip.isError)
    return (
      <AuthLayout title={t('account.callback.title')}>
        <Loader aria-label={t('common.loading')} />
      </AuthLayout>
    )
  return (
    <AuthLayout title={t('account.callback.failed')}>
      <Alert color="red" role="alert" mb="md">
        {trip.isError ? errorText(trip.error) : t('account.callback.nothing')}
      </Alert>
      <AppLink target={back} className={classes.link}>
        {account ? t('account.tabs.security') : t('accounts.back')}
      </AppLink>
    </AuthLayout>
  )
}

function useFinish() {
  const { t } = useTranslation()
  const go = useNavigateTo()
  const enter = useCompleteSignIn()
  return async (answer: { code: string; state: string }) => {
    const done = await globalApi.accounts.finishProvider.call(answer)
    const back = takeReturnPath()
    if ('account' in done) return enter(done.account, back)
    if ('secondStep' in done) return go(paths.login(back, 'code'), { replace: true })
    if ('chooseRegion' in done) return go(paths.signUp(back, done.chooseRegion.id), { replace: true })
    const { account } = await globalApi.accounts.me.call()
    notify.success(t('account.callback.connected', { name: done.connected.name }))
    return go(account ? paths.account(account.region, 'security') : paths.login(), { replace: true })
  }
}
