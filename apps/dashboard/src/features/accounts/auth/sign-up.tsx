import { Divider, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isEmail } from '@parlance/contract/lib/mailbox'
import { REGIONS, type Region } from '@parlance/contract/lib/regions'
import { safeReturnPath } from '@parlance/contract/lib/return-path'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../../lib/api.ts'
import { errorText, hasCode } from '../../../lib/errors.ts'
import { AppLink, useSearchValues } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { statusQuery } from '../../../lib/session/session.ts'
import { tabStop } from '../../../components/inputs/roving-focus.ts'
import { useFocusFirst } from '../../../components/overlay/focus-first.ts'
import type { Invitation } from '@parlance/contract/accounts/invitations-api'
import { useMutation } from '../../../lib/use-mutation.ts'
import { AuthForm, EmailField, useChecks } from './auth-form.tsx'
import { AuthLayout } from './auth-layout.tsx'
import classes from './auth.module.css'
import { useCompleteSignIn } from './complete-sign-in.ts'
import { useInvitation } from './invitation.ts'
import { useFixedEmailProps, useInvitationTitle } from './invitation-title.ts'
import { ByProviders, useProviders } from './sign-in-methods.tsx'
import { PasswordField } from '../password-field.tsx'
import { isLocalHost } from './local-host.ts'
import { lastEmail } from './last-email.ts'

export function SignUpPage() {
  const wanted = useSearchValues()['with']
  const provider = useProviders().find(({ id }) => id === wanted)
  const { waiting, ...invited } = useInvitation()
  if (waiting) return null
  return provider ? <FromProvider name={provider.name} /> : <ByPassword {...invited} />
}

/** An invitation's `token` goes with the sign-up and confirms the address. */
function ByPassword({ token, invitation }: { token: string; invitation: Invitation | undefined }) {
  const { t } = useTranslation()
  const first = useFocusFirst()
  const enter = useCompleteSignIn()
  const wanted = safeReturnPath(useSearchValues()['redirect'])
  const checks = useChecks()
  const fixed = useFixedEmailProps(invitation !== undefined)
  const heading = useInvitationTitle(invitation, 'signUpText') ?? { title: t('accounts.signUp.title') }
  const form = useForm({
    initialValues: {
      name: '',
      email: invitation?.email ?? lastEmail(),
      password: '',
      region: invitation?.region ?? guessRegion(),
    },
    validate: { email: (text) => (isEmail(text) ? null : t('accounts.invalidEmail')), password: checks.newPassword },
  })
  const signUp = useMutation(
    globalApi.accounts.signUp.mutationOptions({
      onSuccess: ({ account }) => enter(account),
      onError: (error) => {
        if (hasCode(error, 'EMAIL_TAKEN')) form.setFieldError('email', <Taken />)
      },
    }),
  )
  const setRegion = (region: Region) => form.setFieldValue('region', region)
  return (
    <AuthLayout {...heading}>
      <AuthForm
        onSubmit={form.onSubmit((values) =>
          signUp.mutate({
            ...values,
            ...(wanted ? { returnTo: wanted } : {}),
            ...(token ? { invitation: token } : {}),
          }),
        )}
        error={signUp.error && !hasCode(signUp.error, 'EMAIL_TAKEN') && errorText(signUp.error)}
        submit={t('accounts.signUp.submit')}
        pending={signUp.isPending}
        after={
          <>
            <WithProvider region={form.values.region} />
            <SignInInstead />
          </>
        }
      >
        <TextInput label={<NameLabel />} autoComplete="name" ref={first} {...form.getInputProps('name')} />
        <EmailField {...form.getInputProps('email')} {...fixed} />
        <PasswordField
          label={t('accounts.password')}
          autoComplete="new-password"
          length={form.values.password.length}
          {...form.getInputProps('password')}
        />
        <RegionChoice value={form.values.region} onChange={setRegion} invited={invitation !== undefined} />
      </AuthForm>
    </AuthLayout>
  )
}

/** Signed in at a provider but without an account: only the region is missing. */
function FromProvider({ name }: { name: string }) {
  const { t } = useTranslation()
  const search = useSearchValues()
  const [region, setRegion] = useState(guessRegion)
  return (
    <AuthLayout title={t('accounts.signUp.title')} text={t('account.noAccount', { name })}>
      <Stack gap="md">
        <RegionChoice value={region} onChange={setRegion} />
        <ByProviders region={region} />
        <Text size="sm" c="dimmed" ta="center">
          <AppLink target={paths.signUp(search['redirect'])} className={classes.link}>
            {t('account.withPassword')}
          </AppLink>
        </Text>
      </Stack>
    </AuthLayout>
  )
}

/** Uses the region chosen in the form. */
function WithProvider({ region }: { region: Region }) {
  const { t } = useTranslation()
  if (useProviders().length === 0) return null
  return (
    <Stack gap="sm">
      <Divider label={t('account.or')} labelPosition="center" />
      <ByProviders region={region} />
    </Stack>
  )
}

/** The address has an account: offers both sign-in methods, prefilled. */
function Taken() {
  const { t } = useTranslation()
  const search = useSearchValues()
  return (
    <>
      {t('accounts.signUp.taken')}{' '}
      <AppLink target={paths.login(search['redirect'])} className={classes.errorLink}>
        {t('accounts.signUp.signIn')}
      </AppLink>
      {' · '}
      <AppLink target={paths.forgotPassword(search['redirect'])} className={classes.errorLink}>
        {t('accounts.forgot.title')}
      </AppLink>
    </>
  )
}

function NameLabel() {
  const { t } = useTranslation()
  return (
    <>
      {t('accounts.signUp.name')}{' '}
      <Text span c="dimmed" size="sm">
        ({t('accounts.signUp.optional')})
      </Text>
    </>
  )
}

function SignInInstead() {
  const { t } = useTranslation()
  const search = useSearchValues()
  return (
    <Text size="sm" c="dimmed" ta="center">
      {t('accounts.signUp.haveAccount')}{' '}
      <AppLink target={paths.login(search['redirect'])} className={classes.link}>
        {t('accounts.signUp.signIn')}
      </AppLink>
    </Text>
  )
}

/** Suggests na in the Americas and eu elsewhere. */
const guessRegion = (): Region =>
  Intl.DateTimeFormat().resolvedOptions().timeZone?.startsWith('America/') ? 'na' : 'eu'

interface RegionChoiceProps {
  value: Region
  onChange: (region: Region) => void
  /** Invited to an existing workspace: the region is for their own. */
  invited?: boolean
}

function RegionChoice({ value, onChange, invited = false }: RegionChoiceProps) {
  const { t } = useTranslation()
  const served = useQuery(statusQuery).data?.regions ?? REGIONS
  const stop = tabStop(served, value)
  // A local installation has no city.
  const names = isLocalHost(location.hostname) ? 'common.regionHere' : 'common.region'
  return (
    <Radio.Group
      label={invited ? t('accounts.signUp.ownRegion') : t('accounts.signUp.region')}
      description={invited ? t('accounts.signUp.ownRegionHint') : t('accounts.signUp.regionHint')}
      value={value}
      onChange={(next) => onChange(next as Region)}
    >
      <div className={classes.regions}>
        {REGIONS.map((region) => (
          <Radio.Card
            key={region}
            value={region}
            className={classes.region}
            tabIndex={region === stop ? 0 : -1}
            disabled={!served.includes(region)}
            aria-label={t(`${names}.${region}`)}
          >
            <Text span fw={500} size="sm">
              {t(`${names}.${region}`)}
            </Text>
            <Radio.Indicator />
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}
