import { Alert, Button, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { REGIONS, type Region } from '@parlance/core/kit/regions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../api.ts'
import { errorText, hasCode } from '../../errors.ts'
import { AppLink, useSearchValues } from '../../link.tsx'
import { paths } from '../../paths.ts'
import { statusQuery } from '../../session.ts'
import { useFocusFirst } from '../../ui/focus-first.ts'
import { AuthLayout } from './auth-layout.tsx'
import classes from './auth.module.css'
import { isEmail } from './email.ts'
import { useEnter } from './enter.ts'
import { PASSWORD_MIN, PasswordField } from './password-field.tsx'

function useSignUp(onTaken: (text: string) => void) {
  const client = useQueryClient()
  const enter = useEnter()
  return useMutation(
    globalApi.accounts.signUp.mutationOptions({
      onSuccess: ({ account }) => {
        client.clear()
        return enter(account)
      },
      onError: (error) => {
        if (hasCode(error, 'EMAIL_TAKEN')) onTaken(errorText(error))
      },
    }),
  )
}

export function SignUpPage() {
  const { t } = useTranslation()
  const first = useFocusFirst()
  const form = useForm({
    initialValues: { name: '', email: '', password: '', region: guessRegion() },
    validate: {
      email: (value) => (isEmail(value) ? null : t('accounts.invalidEmail')),
      password: (value) => (value.length >= PASSWORD_MIN ? null : t('accounts.signUp.passwordShort')),
    },
  })
  const signUp = useSignUp((text) => form.setFieldError('email', text))
  return (
    <AuthLayout title={t('accounts.signUp.title')}>
      <form onSubmit={form.onSubmit((values) => signUp.mutate(values))} noValidate>
        <Stack gap="md">
          {signUp.error && !hasCode(signUp.error, 'EMAIL_TAKEN') && (
            <Alert color="red" role="alert">
              {errorText(signUp.error)}
            </Alert>
          )}
          <TextInput label={<NameLabel />} autoComplete="name" ref={first} {...form.getInputProps('name')} />
          <TextInput
            label={t('accounts.email')}
            type="email"
            autoComplete="username"
            {...form.getInputProps('email')}
          />
          <PasswordField
            label={t('accounts.password')}
            autoComplete="new-password"
            length={form.values.password.length}
            {...form.getInputProps('password')}
          />
          <RegionChoice value={form.values.region} onChange={(region) => form.setFieldValue('region', region)} />
          <Button type="submit" loading={signUp.isPending} fullWidth>
            {t('accounts.signUp.submit')}
          </Button>
          <SignInInstead />
        </Stack>
      </form>
    </AuthLayout>
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

/** The Americas start with na, everyone else with eu; the person decides. */
const guessRegion = (): Region =>
  Intl.DateTimeFormat().resolvedOptions().timeZone?.startsWith('America/') ? 'na' : 'eu'

function RegionChoice({ value, onChange }: { value: Region; onChange: (region: Region) => void }) {
  const { t } = useTranslation()
  const served = useQuery(statusQuery).data?.regions ?? REGIONS
  return (
    <Radio.Group
      label={t('accounts.signUp.region')}
      description={t('accounts.signUp.regionHint')}
      value={value}
      onChange={(next) => onChange(next as Region)}
    >
      <div className={classes.regions}>
        {REGIONS.map((region) => (
          <Radio.Card
            key={region}
            value={region}
            className={classes.region}
            disabled={!served.includes(region)}
            aria-label={t(`common.region.${region}`)}
          >
            <Text span fw={500} size="sm">
              {t(`common.region.${region}`)}
            </Text>
            <Radio.Indicator />
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}
