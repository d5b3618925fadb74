import { Button, Center } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../link.tsx'
import { paths } from '../paths.ts'
import { sessionQuery } from '../session.ts'
import { LostDrawing } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Logo } from '../ui/logo.tsx'
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
