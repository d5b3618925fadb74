import { Button, Group, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../api.ts'
import { errorText } from '../errors.ts'
import { AppLink } from '../link.tsx'
import { paths } from '../paths.ts'
import { useAccount, useSandbox } from '../session.ts'
import { notify } from '../ui/notify.ts'
import classes from './verify-banner.module.css'

/** Stands above every page until the e-mail address is confirmed. */
export function VerifyBanner() {
  const { t } = useTranslation()
  const account = useAccount()
  const mailIsSandbox = useSandbox('mail')
  const send = useMutation(
    globalApi.accounts.resendVerification.mutationOptions({
      onSuccess: () => notify.success(t('shell.sentAgain', { email: account?.email ?? '' })),
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  if (!account || account.emailVerified) return null
  return (
    <Group component="section" className={classes.banner} gap="xs" aria-label={t('shell.notVerified')}>
      <IconMail size={18} stroke={1.5} aria-hidden />
      <Text size="sm">{t('shell.verifyBanner', { email: account.email })}</Text>
      <Button size="compact-sm" variant="default" loading={send.isPending} onClick={() => send.mutate(undefined)}>
        {t('shell.sendAgain')}
      </Button>
      {mailIsSandbox && (
        <AppLink target={paths.sandboxMail()} className={classes.link}>
          {t('accounts.openSandboxMail')}
        </AppLink>
      )}
    </Group>
  )
}
