import '@fontsource-variable/dm-sans/wght.css'
import type { PublicAgency } from '@parlance/contract/agencies/schemas'
import { isRegion, type Region } from '@parlance/contract/lib/regions'
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import { createRoot } from 'react-dom/client'
import { pagesOf, startOf } from '../features/client/client-tabs.ts'
import { rememberAgency } from '../lib/agency/last-agency.ts'
import { enterClientTab, markEntered, takeEnded } from '../lib/session/client-tab.ts'
import { Refusal, signInApi } from './api.ts'
import { Alert, type Brought, NewPasswordForm, SignInForm, SignInFrame } from './sign-in-page.tsx'
import { dropPasswordToken, keepPasswordToken } from './password-token.ts'
import { pageLanguage } from './refusal-text.ts'
import { loadTexts } from './texts.ts'

/** The message is shown this long before the page changes. */
const LEAVE_MS = 100

const isPassword = /\/sign-in\/[^/]+\/password\/?$/.test(location.pathname)

function takeSecrets(): Brought {
  const search = new URLSearchParams(location.search)
  const of = (name: string) => search.get(name) ?? ''
  const taken = {
    token: of('token'),
    username: of('username'),
    password: of('password'),
    secret: of('secret'),
    isAdmin: of('purpose') === 'admin',
  }
  if (Object.values(taken).some(Boolean)) history.replaceState(history.state, '', location.pathname)
  return isPassword ? { ...taken, token: keepPasswordToken(taken.token) } : taken
}
const brought = takeSecrets()
const ended = takeEnded()

/** The page's agency: embedded by the server, otherwise taken from the address. */
function place(): { region: Region; agencyId: string; agency?: PublicAgency } {
  const written = document.querySelector('script#agency')?.textContent
  const { region, agency } = (written ? JSON.parse(written) : {}) as { region?: string; agency?: PublicAgency }
  if (isRegion(region) && agency) return { region, agencyId: agency.ID, agency }
  const [, named, agencyId = ''] = /^\/app\/([a-z]+)\/sign-in\/([^/]+)/.exec(location.pathname) ?? []
  return { region: isRegion(named) ? named : 'eu', agencyId }
}

/** Opens the first allowed page. */
function enter(region: Region, agencyId: string, session: ClientSession): void {
  enterClientTab(region)
  markEntered()
  dropPasswordToken()
  // The agency's own members sign in elsewhere.
  if (!session.client.isAdmin) rememberAgency(region, agencyId)
  const agent = session.agents[0]
  const page = startOf(pagesOf(session, agent))
  const to = agent && page ? `/app/${region}/agents/${agent.ID}/${page}` : `/app/${region}`
  setTimeout(() => location.assign(to), LEAVE_MS)
}

async function start(): Promise<void> {
  const { region, agencyId, agency: written } = place()
  const api = signInApi(region, agencyId)
  const root = createRoot(document.getElementById('root') as HTMLElement)
  const [t, agency] = await Promise.all([
    loadTexts(pageLanguage()),
    written ?? api.agency().catch((error: unknown) => (error instanceof Error ? error : new Error())),
  ])
  if (agency instanceof Error) {
    root.render(
      <div className="signin">
        <main id="content" className="signin-card">
          {agency instanceof Refusal && agency.code === 'NOT_FOUND' ? (
            <>
              <h1>{t('signIn.unknownTitle')}</h1>
              <p>{t('signIn.unknownText')}</p>
            </>
          ) : (
            <Alert text={agency.message || t('signIn.error')} />
          )}
        </main>
      </div>,
    )
    return
  }
  document.title = `${t('signIn.title')} · ${agency.name}`
  const onEnter = (session: ClientSession) => enter(region, agencyId, session)
  const onStay = () => {
    enterClientTab(region)
    location.assign(`/app/${region}`)
  }
  const forms = { api, t, brought, onEnter, onStay }
  const isOwnHost = document.querySelector('script#host') !== null
  const signInHref = isOwnHost ? '/' : `/app/${region}/sign-in/${agencyId}`
  root.render(
    <SignInFrame agency={agency} t={t} pricing={!isOwnHost}>
      {isPassword ? (
        <NewPasswordForm {...forms} signInHref={signInHref} />
      ) : (
        <SignInForm {...forms} agency={agency} ended={ended} />
      )}
    </SignInFrame>,
  )
}
void start()
