import { Alert, Button, Group, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle, IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import type { Security } from '@parlance/contract/accounts/security-api'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../../lib/api.ts'
import { errorText, hasCode } from '../../../lib/errors.ts'
import { notify } from '../../../components/feedback/notify.ts'
import { Section } from '../../../components/layout/page.tsx'
import { RelativeTime } from '../../../components/content/time.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { DialogForm } from '../../../components/overlay/dialog.tsx'
import { EmptyRow } from './empty-row.tsx'
import { CurrentCode, CurrentPassword, passwordInput, usePasswordRule } from './current-password.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { securityQuery } from './security-query.ts'
import classes from './security.module.css'
import { TwoFactorSetUp } from './two-factor-set-up.tsx'

interface Props {
  security: Security
  /** The address is not confirmed, so nothing can be set up. */
  locked: boolean
}
/** At this many recovery codes, suggests new ones. */
const FEW = 2

type Doing = 'setUp' | 'renew' | 'stop'

export function TwoFactorSection({ security, locked }: Props) {
  const { t } = useTranslation()
  const { on, since, recoveryCodesLeft: left } = security.twoFactor
  const [doing, setDoing] = useState<Doing>()
  const [codes, setCodes] = useState<readonly string[]>([])
  const close = () => setDoing(undefined)
  const show = (made: readonly string[]) => {
    close()
    setCodes(made)
  }
  return (
    <Section title={t('account.twoFactor.title')} description={t('account.twoFactor.text')}>
      {on && since ? (
        <>
          <div className={classes.row}>
            <span className={classes.mark} data-on aria-hidden>
              <IconShieldCheck size={20} stroke={1.5} />
            </span>
            <div className={classes.about}>
              <Text fw={500}>{t('account.twoFactor.on')}</Text>
              <Text size="sm" c="dimmed">
                {t('account.twoFactor.since')} <RelativeTime at={since} /> ·{' '}
                {t('account.twoFactor.left', { count: left })}
              </Text>
            </div>
          </div>
          {left <= FEW && (
            <Alert color="yellow" icon={<IconAlertTriangle stroke={1.5} />}>
              {t(left === 0 ? 'account.twoFactor.noneLeft' : 'account.twoFactor.fewLeft')}
            </Alert>
          )}
          <Group gap="sm">
            <Button variant="default" onClick={() => setDoing('renew')}>
              {t('account.twoFactor.renew')}
            </Button>
            <Button variant="default" onClick={() => setDoing('stop')}>
              {t('account.twoFactor.stop')}
            </Button>
          </Group>
        </>
      ) : (
        <>
          <EmptyRow icon={<IconShieldOff size={20} stroke={1.5} />} text={t('account.twoFactor.off')} />
          <div>
            <Button variant="default" disabled={locked} onClick={() => setDoing('setUp')}>
              {t('account.twoFactor.setUp')}
            </Button>
          </div>
        </>
      )}
      {doing === 'setUp' && <TwoFactorSetUp hasPassword={security.hasPassword} onDone={show} onClose={close} />}
      {(doing === 'renew' || doing === 'stop') && (
        <ByCode doing={doing} hasPassword={security.hasPassword} onCodes={show} onClose={close} />
      )}
      {codes.length > 0 && <RecoveryCodes codes={codes} onClose={() => setCodes([])} />}
    </Section>
  )
}

interface ByCodeProps {
  doing: 'renew' | 'stop'
  hasPassword: boolean
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
}

/** Requires the password and a code. */
function ByCode({ doing, hasPassword, onCodes, onClose }: ByCodeProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: usePasswordRule(hasPassword),
      code: (text) => (text.trim() ? null : t('account.codeRequired')),
    },
  })
  const change = useMutation({
    mutationFn: async ({ password, code }: { password: string; code: string }) => {
      const given = { ...passwordInput(password), code }
      if (doing === 'renew') return (await globalApi.accounts.renewRecoveryCodes.call(given)).recoveryCodes
      await globalApi.accounts.stopTwoFactor.call(given)
      return undefined
    },
    onSuccess: (codes) => {
      void client.invalidateQueries({ queryKey: securityQuery.queryKey })
      if (codes) return onCodes(codes)
      notify.success(t('account.twoFactor.stopped'))
      onClose()
    },
    onError: (error) => {
      if (hasCode(error, 'INVALID_CREDENTIALS')) form.setFieldError('password', errorText(error))
      if (hasCode(error, 'INVALID_TOKEN')) form.setFieldError('code', errorText(error))
    },
  })
  return (
    <DialogForm
      title={t(doing === 'renew' ? 'account.twoFactor.renewTitle' : 'account.twoFactor.stopTitle')}
      text={t(doing === 'renew' ? 'account.twoFactor.renewText' : 'account.twoFactor.stopText')}
      error={hasCode(change.error, 'INVALID_CREDENTIALS', 'INVALID_TOKEN') ? null : change.error}
      submit={t(doing === 'renew' ? 'account.twoFactor.renew' : 'account.twoFactor.stop')}
      danger={doing === 'stop'}
      pending={change.isPending}
      onSubmit={form.onSubmit((values) => change.mutate(values))}
      onClose={onClose}
    >
      <CurrentPassword hasPassword={hasPassword} input={form.getInputProps('password')} />
      <CurrentCode input={form.getInputProps('code')} />
    </DialogForm>
  )
}
