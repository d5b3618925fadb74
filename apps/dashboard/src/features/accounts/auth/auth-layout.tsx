// Layout of the sign-in pages: the form next to a product summary.
import { Group, Stack, Text, Title } from '@mantine/core'
import { IconFileText, IconFlask, IconMessageCircle, IconPlugConnected } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useSandbox } from '../../../lib/session/session.ts'
import { Logo } from '../../../components/layout/logo.tsx'
import { usePageTitle } from '../../../components/layout/page.tsx'
import { LanguageChoice } from './language-choice.tsx'
import classes from './auth.module.css'

export function AuthLayout({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const { t } = useTranslation()
  const mailIsSandbox = useSandbox('mail')
  usePageTitle(title)
  return (
    <div className={classes.page}>
      <main className={classes.form}>
        <Group gap={10} className={classes.brand}>
          <Logo />
          <Text fw={600}>Parlance</Text>
          <LanguageChoice />
        </Group>
        <div className={classes.column}>
          <Title order={1} mb={text ? 4 : 'lg'}>
            {title}
          </Title>
          {text && (
            <Text c="dimmed" mb="lg">
              {text}
            </Text>
          )}
          {children}
        </div>
        {mailIsSandbox && (
          <Group gap={6} wrap="nowrap" align="flex-start" className={classes.hint}>
            <IconFlask size={16} stroke={1.5} aria-hidden />
            <Text size="sm" c="dimmed">
              {t('accounts.sandboxMail')}{' '}
              <AppLink target={paths.sandboxMail()} className={classes.link}>
                {t('accounts.openSandboxMail')}
              </AppLink>
            </Text>
          </Group>
        )}
      </main>
      <Pitch />
    </div>
  )
}

function Pitch() {
  const { t } = useTranslation()
  return (
    <aside className={classes.pitch}>
      <div className={classes.pitchColumn}>
        <div className={classes.talk} aria-hidden="true">
          <div className={classes.question}>{t('accounts.pitch.question')}</div>
          <div className={classes.answer}>
            {t('accounts.pitch.answer')}
            <span className={classes.source}>
              <IconFileText size={13} stroke={1.5} /> {t('accounts.pitch.source')}
            </span>
          </div>
        </div>
        <Text className={classes.claim}>{t('accounts.pitch.title')}</Text>
        <Stack gap="sm" component="ul" className={classes.points}>
          <li>
            <IconMessageCircle size={18} stroke={1.5} aria-hidden /> {t('accounts.pitch.one')}
          </li>
          <li>
            <IconPlugConnected size={18} stroke={1.5} aria-hidden /> {t('accounts.pitch.two')}
          </li>
          <li>
            <IconFlask size={18} stroke={1.5} aria-hidden /> {t('accounts.pitch.three')}
          </li>
        </Stack>
      </div>
    </aside>
  )
}
