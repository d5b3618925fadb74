// Sign-in without a password: a passkey or a provider.
import { Button, Divider, Stack } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import type { Region } from '@parlance/contract/lib/regions'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../../lib/api.ts'
import { useSearchValues } from '../../../lib/link.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useCompleteSignIn } from './complete-sign-in.ts'
import { askPasskey, passkeysWork } from '../passkey-browser.ts'
import { redirectToProvider } from './provider-redirect.ts'
import { FormError } from '../../../components/feedback/form-error.tsx'

/** The installation's providers; empty while unknown. */
export const useProviders = () =>
  useQuery(globalApi.accounts.signInProviders.queryOptions({ staleTime: 5 * 60_000 })).data?.items ?? []

export function SignInMethods() {
  const { t } = useTranslation()
  const providers = useProviders()
  if (!passkeysWork() && providers.length === 0) return null
  return (
    <Stack gap="sm">
      <Divider label={t('account.or')} labelPosition="center" />
      {passkeysWork() && <ByPasskey />}
      <ByProviders />
    </Stack>
  )
}

export function ByPasskey() {
  const { t } = useTranslation()
  const enter = useCompleteSignIn()
  const signIn = useMutation({
    mutationFn: async () => {
      const { options } = await globalApi.accounts.passkeySignInOptions.call({})
      return globalApi.accounts.signInByPasskey.call({ response: await askPasskey(options) })
    },
    onSuccess: ({ account }) => enter(account),
  })
  return (
    <>
      <FormError error={signIn.error} />
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={18} stroke={1.5} aria-hidden />}
        loading={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        {t('account.byPasskey')}
      </Button>
    </>
  )
}

/** One button per provider. With a region, new users get an account there. */
export function ByProviders({ region }: { region?: Region }) {
  const { t } = useTranslation()
  const search = useSearchValues()
  const providers = useProviders()
  const start = useMutation(
    globalApi.accounts.startProvider.mutationOptions({
      onSuccess: ({ url }) => redirectToProvider(url, search['redirect']),
    }),
  )
  return (
    <>
      <FormError error={start.error} />
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          fullWidth
          loading={start.isPending && start.variables.providerId === id}
          onClick={() => start.mutate({ providerId: id, purpose: 'sign-in', ...(region ? { region } : {}) })}
        >
          {t('account.byProvider', { name })}
        </Button>
      ))}
    </>
  )
}
