import { Button, Center } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../lib/link.tsx'
import { paths } from '../lib/paths.ts'
import { sessionQuery } from '../lib/session/session.ts'
import { LostDrawing } from '../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../components/feedback/empty-state.tsx'
import { Logo } from '../components/layout/logo.tsx'
import classes from './not-found.module.css'

export function NotFound() {
  const { t } = useTranslation()
  const session = useQuery(sessionQuery)
  useDocumentTitle(`404 · Parlance`)
  return (
    <div className={classes.bare}>
      <header className={classes.brand}>
        <AppLink target={paths.root()} className={classes.home}>
          <Logo />
          Parlance
        </AppLink>
      </header>
      <Center component="main" flex={1} pb={80}>
        <EmptyState
          order={1}
          drawing={<LostDrawing />}
          title={t('shell.notFound.title')}
          text={t('shell.notFound.text')}
          action={
            session.isPending ? undefined : session.data ? (
              <Button renderRoot={(props) => <AppLink target={paths.root()} {...props} />}>
                {t('shell.notFound.home')}
              </Button>
            ) : (
              // The public site is drawn by the server.
              <Button component="a" href={paths.root().to}>
                {t('shell.notFound.start')}
              </Button>
            )
          }
        />
      </Center>
    </div>
  )
}
