import { Button, Center } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { isRegion, type Region } from '@parlance/contract/lib/regions'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { agencyHost } from '../lib/agency/host.ts'
import { AppLink } from '../lib/link.tsx'
import { paths } from '../lib/paths.ts'
import { clientSessionQuery, isClientTab, rememberedAgency } from '../lib/session/client-session.ts'
import { sessionQuery } from '../lib/session/session.ts'
import { LostDrawing } from '../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../components/feedback/empty-state.tsx'
import { Logo } from '../components/layout/logo.tsx'
import classes from './not-found.module.css'

export function NotFound() {
  const region = location.pathname.split('/')[2]
  const mayBeClient = isRegion(region) && (isClientTab() || rememberedAgency(region) !== undefined)
  return mayBeClient ? <NotFoundInRegion region={region} /> : <NotFoundForAll />
}

function NotFoundInRegion({ region }: { region: Region }) {
  const own = useQuery({ ...sessionQuery, enabled: !isClientTab() })
  const client = useQuery({ ...clientSessionQuery(region), enabled: isClientTab() || own.data === null })
  if (own.isLoading || client.isLoading) return null
  return client.data ? <NotFoundForClients region={region} name={client.data.agency.name} /> : <NotFoundForAll />
}

/** For an agency's clients: with its name and a link back. */
function NotFoundForClients({ region, name }: { region: Region; name: string }) {
  const { t } = useTranslation()
  useDocumentTitle(`404 · ${name}`)
  return (
    <div className={classes.bare}>
      <Center component="main" flex={1} pb={80}>
        <EmptyState
          order={1}
          drawing={<LostDrawing />}
          title={t('shell.notFound.title')}
          text={t('shell.notFound.text')}
          action={
            <Button renderRoot={(props) => <AppLink target={paths.region(region)} {...props} />}>
              {t('shell.notFound.home')}
            </Button>
          }
        />
      </Center>
    </div>
  )
}

function NotFoundForAll() {
  const { t } = useTranslation()
  const session = useQuery(sessionQuery)
  useDocumentTitle(agencyHost ? '404' : '404 · Parlance')
  return (
    <div className={classes.bare}>
      {!agencyHost && (
        <header className={classes.brand}>
          <AppLink target={paths.root()} className={classes.home}>
            <Logo />
            Parlance
          </AppLink>
        </header>
      )}
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
              // The server renders the public site.
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
