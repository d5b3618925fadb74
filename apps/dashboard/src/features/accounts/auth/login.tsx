import { Group, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Invitation } from '@parlance/contract/accounts/invitations-api'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../../lib/api.ts'
import { errorText } from '../../../lib/errors.ts'
import { AppLink, useSearchParam, useSearchValues } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useFocusFirst } from '../../../components/overlay/focus-first.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { AuthForm, EmailField, useChecks } from './auth-form.tsx'
import { AuthLayout } from './auth-layout.tsx'
import classes from './auth.module.css'
import { useCompleteSignIn } from './complete-sign-in.ts'
import { useInvitation } from './invitation.ts'
import { useFixedEmailProps, useInvitationTitle } from './invitation-title.ts'
import { SignInMethods } from './sign-in-methods.tsx'
import { PasswordField } from '../password-field.tsx'
import { SecondStep } from './second-step.tsx'
import { lastEmail } from './last-email.ts'

const AccountGone = lazy(() => import('./account-gone.tsx'))

export function LoginPage() {
  const { step } = useSearchValues()
  const { invitation, waiting } = useInvitation()
  if (waiting) return null
  return step === 'code' ? <SecondStep /> : <FirstStep invitation={invitation} />
}

/** Loaded on demand because few read it. */
function LastWord() {
  const { state } = useRouter()
  return <Suspense fallback={null}>{state.location.state.accountGone && <AccountGone />}</Suspense>
}

function FirstStep({ invitation }: { invitation: Invitation | undefined }) {
  const { t } = useTranslation()
  const [, setStep] = useSearchParam('step')
  const back = useSearchValues()['redirect']
  const first = useFocusFirst()
  const enter = useCompleteSignIn()
  const signIn = useMutation(
    globalApi.accounts.signIn.mutationOptions({
      onSuccess: (entered) => ('secondStep' in entered ? setStep('code') : enter(entered.account)),
    }),
  )
  const { email, password } = useChecks()
  // Users with another address may sign in with it; the invitation page explains the mismatch.
  const invited = invitation?.hasAccount === true
  const fixed = useFixedEmailProps(invited)
  const heading = useInvitationTitle(invitation, 'signInText') ?? { title: t('accounts.signIn.title') }
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: invited ? invitation.email : lastEmail(), password: '' },
    validate: { email, password },
  })
  const known = form.getInitialValues().email !== ''
  return (
    <AuthLayout {...heading}>
      <LastWord />
      <AuthForm
        onSubmit={form.onSubmit((values) => signIn.mutate(values))}
        error={signIn.error && errorText(signIn.error)}
        submit={t('accounts.signIn.submit')}
        pending={signIn.isPending}
        after={
          <>
            <SignInMethods />
            <SignUpInstead />
          </>
        }
      >
        <EmailField
          ref={known ? undefined : first}
          key={form.key('email')}
          {...form.getInputProps('email')}
          {...fixed}
        />
        <div>
          <PasswordField
            label={t('accounts.password')}
            autoComplete="current-password"
            ref={known ? first : undefined}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Group justify="flex-end" mt={6}>
            <AppLink target={paths.forgotPassword(back)} className={classes.link}>
              {t('accounts.signIn.forgot')}
            </AppLink>
          </Group>
        </div>
      </AuthForm>
    </AuthLayout>
  )
}

function SignUpInstead() {
  const { t } = useTranslation()
  const search = useSearchValues()
  return (
    <Text size="sm" c="dimmed" ta="center">
      {t('accounts.signIn.noAccount')}{' '}
      <AppLink target={paths.signUp(search['redirect'])} className={classes.link}>
        {t('accounts.signIn.signUp')}
      </AppLink>
    </Text>
  )
}
