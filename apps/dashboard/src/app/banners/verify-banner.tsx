import { Button, CloseButton, Group, Text } from '@mantine/core'
import { useMediaQuery, useSessionStorage } from '@mantine/hooks'
import { IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../lib/api.ts'
import { errorText } from '../../lib/errors.ts'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useAccount, useSandbox } from '../../lib/session/session.ts'
import { notify } from '../../components/feedback/notify.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import classes from './verify-banner.module.css'

const HIDDEN_KEY = 'parlance-verify-banner-hidden'

/** Shown above every page until the e-mail address is confirmed, or dismissed for this tab. */
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
  const [hidden, hide] = useSessionStorage({ key: HIDDEN_KEY, defaultValue: false, getInitialValueInEffect: false })
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  if (!account || account.emailVerified || hidden) return null
  return (
    <Group component="section" className={classes.banner} gap="xs" wrap="nowrap" aria-label={t('shell.notVerified')}>
      <IconMail size={18} stroke={1.5} aria-hidden />
      <Text size="sm">{phone ? t('shell.verifyShort') : t('shell.verifyBanner', { email: account.email })}</Text>
      <Button
        className={classes.send}
        size="compact-sm"
        variant="default"
        loading={send.isPending}
        onClick={() => send.mutate(undefined)}
      >
        {t('shell.sendAgain')}
      </Button>
      {mailIsSandbox && (
        <AppLink target={paths.sandboxMail()} className={classes.link}>
          {phone ? t('shell.sandboxInbox') : t('shell.openSandboxInbox')}
        </AppLink>
      )}
      <CloseButton className={classes.close} size="sm" aria-label={t('shell.hideBanner')} onClick={() => hide(true)} />
    </Group>
  )
}
