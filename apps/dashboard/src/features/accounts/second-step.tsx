// After the password: the code of the authenticator app, or a recovery code.
import { Anchor, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../api.ts'
import { errorText } from '../../errors.ts'
import { useSearchParam } from '../../link.tsx'
import { useFocusFirst } from '../../ui/focus-first.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { useEnter } from './enter.ts'

export function SecondStep() {
  const { t } = useTranslation()
  const [recovery, setRecovery] = useState(false)
  return (
    <AuthLayout title={t('account.step.title')} text={t(recovery ? 'account.step.recoveryText' : 'account.step.text')}>
      <CodeForm key={String(recovery)} recovery={recovery} onOther={() => setRecovery(!recovery)} />
    </AuthLayout>
  )
}

function CodeForm({ recovery, onOther }: { recovery: boolean; onOther: () => void }) {
  const { t } = useTranslation()
  const first = useFocusFirst()
  const enter = useEnter()
  const [, setStep] = useSearchParam('step')
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
  return (
    <AuthForm
      onSubmit={form.onSubmit((values) => finish.mutate(values))}
      error={finish.error && errorText(finish.error)}
      submit={t('account.step.submit')}
      pending={finish.isPending}
      after={
        <Stack gap={6} align="center">
          <Anchor component="button" type="button" size="sm" underline="always" onClick={onOther}>
            {t(recovery ? 'account.step.useApp' : 'account.step.useRecovery')}
          </Anchor>
          <Anchor component="button" type="button" size="sm" underline="always" onClick={() => setStep(undefined)}>
            {t('account.step.back')}
          </Anchor>
        </Stack>
      }
    >
      <TextInput
        ref={first}
        label={t(recovery ? 'account.step.recovery' : 'account.code')}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        inputMode={recovery ? 'text' : 'numeric'}
        maxLength={40}
        {...form.getInputProps('code')}
      />
    </AuthForm>
  )
}
