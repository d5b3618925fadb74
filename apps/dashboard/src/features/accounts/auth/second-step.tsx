// The second step of sign-in: an authenticator code or a recovery code.
import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { CODE_DIGITS } from '@parlance/contract/accounts/security'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../../lib/api.ts'
import { errorText } from '../../../lib/errors.ts'
import { useSearchParam } from '../../../lib/link.tsx'
import { useFocusFirst } from '../../../components/overlay/focus-first.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { useCompleteSignIn } from './complete-sign-in.ts'
import { ByPasskey } from './sign-in-methods.tsx'
import { passkeysWork } from '../passkey-browser.ts'
import classes from '../security/security.module.css'

export function SecondStep() {
  const { t } = useTranslation()
  const [recovery, setRecovery] = useState(false)
  return (
    <AuthLayout title={t('account.step.title')} text={t(recovery ? 'account.step.recoveryText' : 'account.step.text')}>
      <CodeForm key={String(recovery)} recovery={recovery} onOther={() => setRecovery(!recovery)} />
    </AuthLayout>
  )
}

const isWhole = (code: string) => new RegExp(`^\\d{${CODE_DIGITS}}$`).test(code.replace(/\s/g, ''))

function CodeForm({ recovery, onOther }: { recovery: boolean; onOther: () => void }) {
  const { t } = useTranslation()
  const first = useFocusFirst()
  const enter = useCompleteSignIn()
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim() ? null : t('account.codeRequired')) },
  })
  const finish = useMutation(
    globalApi.accounts.secondStep.mutationOptions({
      onSuccess: ({ account }) => enter(account),
      onError: () => form.setFieldValue('code', ''),
    }),
  )
  const send = (code: string) => {
    if (!finish.isPending) finish.mutate({ code })
  }
  return (
    <AuthForm
      // The error of the last code does not apply to an empty field.
      onSubmit={form.onSubmit(
        ({ code }) => send(code),
        () => finish.reset(),
      )}
      error={finish.error && errorText(finish.error)}
      submit={t('account.step.submit')}
      pending={finish.isPending}
      after={<Others recovery={recovery} onOther={onOther} />}
    >
      <TextInput
        ref={first}
        className={recovery ? undefined : classes.code}
        label={t(recovery ? 'account.step.recovery' : 'account.code')}
        description={recovery ? t('account.step.recoveryHint') : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        autoCapitalize="off"
        spellCheck={false}
        inputMode={recovery ? 'text' : 'numeric'}
        maxLength={40}
        {...form.getInputProps('code')}
        onChange={(event) => {
          const code = event.currentTarget.value
          form.setFieldValue('code', code)
          if (!recovery && isWhole(code)) send(code)
        }}
      />
    </AuthForm>
  )
}

/** Alternatives when no code is at hand. */
function Others({ recovery, onOther }: { recovery: boolean; onOther: () => void }) {
  const { t } = useTranslation()
  const [, setStep] = useSearchParam('step')
  const [lost, setLost] = useState(false)
  return (
    <Stack gap="sm">
      <Button variant="default" fullWidth onClick={onOther}>
        {t(recovery ? 'account.step.useApp' : 'account.step.useRecovery')}
      </Button>
      {lost && (
        <Alert title={t('account.step.lostTitle')}>
          <Text size="sm" mb={passkeysWork() ? 'sm' : 0}>
            {t('account.step.lostText')}
          </Text>
          {passkeysWork() && <ByPasskey />}
        </Alert>
      )}
      <Stack gap={6} align="center">
        {!lost && (
          <Anchor component="button" type="button" size="sm" underline="always" onClick={() => setLost(true)}>
            {t('account.step.lost')}
          </Anchor>
        )}
        <Anchor component="button" type="button" size="sm" underline="always" onClick={() => setStep(undefined)}>
          {t('account.step.back')}
        </Anchor>
      </Stack>
    </Stack>
  )
}
