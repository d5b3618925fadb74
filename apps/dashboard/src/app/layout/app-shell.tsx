// The frame of everything under /app/{region}: navigation, banner, live updates and page.
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import type { Region } from '@parlance/contract/lib/regions'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { regionalApi } from '../../lib/api.ts'
import { NewAgentProvider } from '../../features/agents/new-agent/new-agent.tsx'
import { LiveProvider } from '../../features/conversations/live.tsx'
import { ScopeContext, type Scope } from '../../lib/workspace-scope.tsx'
import { useSearchValues } from '../../lib/link.tsx'
import { loadWhenIdle } from '../../lib/when-idle.ts'
import classes from './app-shell.module.css'
import { FRESH, NAV_MEMORY_KEY, readMemory } from '../navigation/nav-memory.ts'
import { Banners } from '../banners/banners.tsx'
import { NewWorkspaceProvider } from './new-workspace.tsx'
import { lazyWithTexts } from '../../i18n/lazy-with-texts.ts'
import { PaletteProvider } from '../command-palette/palette-host.tsx'
import { PhoneNavContext } from './top-bar.tsx'
import { rememberShown, useChosenWorkspace, workspaceToOpen } from './chosen-workspace.ts'
import { SideNav } from '../navigation/side-nav.tsx'

const NotificationWatch = lazyWithTexts(
  loadWhenIdle(() => import('../../features/notifications/notification-watch.tsx')),
  'NotificationBell',
)
const PhoneDrawer = lazy(() => import('../navigation/phone-drawer.tsx'))

export function AppShell() {
  const region = useParams({ strict: false, select: (params: { region?: string }) => params.region }) as Region
  const api = regionalApi(region)
  const workspaces = useQuery(api.workspaces.list.queryOptions()).data?.items
  const chosen = useChosenWorkspace(region)
  const workspace = workspaces && workspaceToOpen(workspaces, chosen)
  const scope = useMemo((): Scope | undefined => workspace && { region, api, workspace }, [region, api, workspace])
  const uid = workspace?.uid
  useEffect(() => {
    if (uid !== undefined) rememberShown(region, uid)
  }, [region, uid])
  if (!scope) return null
  return (
    <ScopeContext value={scope}>
      <LiveProvider>
        <NewAgentProvider>
          <NewWorkspaceProvider>
            <PaletteProvider>
              <Frame />
            </PaletteProvider>
          </NewWorkspaceProvider>
        </NewAgentProvider>
      </LiveProvider>
    </ScopeContext>
  )
}

function Frame() {
  const { t } = useTranslation()
  const [phoneNav, nav] = useDisclosure()
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const [memory, remember] = useLocalStorage({
    key: NAV_MEMORY_KEY,
    defaultValue: FRESH,
    deserialize: readMemory,
    getInitialValueInEffect: false,
  })
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  // Only the page, for embedding and screenshots.
  const light = useSearchValues()['light'] === 'true'
  const close = nav.close
  useEffect(close, [pathname, close])
  return (
    <PhoneNavContext value={light ? undefined : nav.open}>
      <a className={classes.skip} href="#content">
        {t('shell.skip')}
      </a>
      <div className={classes.shell}>
        {!phone && !light && (
          <div className={classes.nav} data-folded={memory.folded || undefined} data-testid="side-nav">
            <SideNav memory={memory} onChange={remember} />
          </div>
        )}
        {phone && !light && (
          <Suspense fallback={null}>
            <PhoneDrawer opened={phoneNav} onClose={close}>
              <SideNav memory={{ ...memory, folded: false }} onChange={remember} onClose={close} />
            </PhoneDrawer>
          </Suspense>
        )}
        <div className={classes.content}>
          <Banners />
          <Suspense fallback={null}>{!light && <NotificationWatch />}</Suspense>
          <Outlet />
        </div>
      </div>
    </PhoneNavContext>
  )
}
