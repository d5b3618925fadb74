import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { clientSessionQuery } from '../../lib/session/client-session.ts'
import { setAsker } from '../../components/overlay/confirm.tsx'
import { chosenOrg } from '../../lib/session/client-tab.ts'
import { UnsavedGuard } from '../../lib/unsaved-guard.tsx'
import { serve } from '../../testing/render.tsx'
import { ClientShell } from './client-shell.tsx'

const SIGN_IN = '/app/eu/sign-in/agency'
const SESSION = {
  client: { ID: 'c', isAdmin: false, canAccess: ['/home', '/convos'], clientTabOrder: [], preferredLanguage: 'en' },
  org: null,
  orgs: [],
  agency: { ID: 'agency', name: 'Northlight', squarePhotoURL: '', settings: {} },
  workspaceId: 'abcdefghijklmno',
  agents: [{ ID: 'abcdefghijklmnop', title: 'Baker', unfitTabs: [] }],
  disabledMessage: 'Back on Monday.',
} as unknown as ClientSession

/** Redirects users without a session to sign-in, whose page is still loading. */
function shown(client: QueryClient, at = 'home', agentId = 'abcdefghijklmnop') {
  const visited: string[] = []
  const root = createRootRoute()
  const area = createRoute({
    getParentRoute: () => root,
    path: '/app/$region',
    beforeLoad: ({ location }) => {
      visited.push(location.pathname)
      if (visited.length > 20) throw new Error('The pages lead to each other without end')
      if (!client.getQueryData(clientSessionQuery('eu').queryKey)) throw redirect({ to: SIGN_IN, replace: true })
    },
    component: ClientShell,
  })
  const page = createRoute({ getParentRoute: () => area, path: 'agents/$agentId/$page' })
  const tab = createRoute({ getParentRoute: () => area, path: 'agents/$agentId/c/$' })
  const signIn = createRoute({
    getParentRoute: () => root,
    path: '/app/$region/sign-in/$agencyId',
    loader: () => new Promise(() => undefined),
  })
  const router = createRouter({
    routeTree: root.addChildren([area.addChildren([page, tab]), signIn]),
    history: createMemoryHistory({ initialEntries: [`/app/eu/agents/${agentId}/${at}`] }),
    defaultPendingMs: 60_000,
  })
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { router, visited }
}

const stubLive = () =>
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  )

let isEdited = false
vi.mock('./agent-page.tsx', () => ({
  default: ({ page }: { page: string }) => (
    <>
      <UnsavedGuard dirty={isEdited} />
      <p>The page {page}</p>
    </>
  ),
}))
vi.mock('./custom-tab.tsx', () => ({ default: ({ href }: { href: string }) => <p>The tab {href}</p> }))
vi.mock('../../features/campaigns/campaigns-page.tsx', () => ({ default: () => <p>The page campaigns</p> }))
vi.mock('./client-header.tsx', () => ({
  default: ({ onOrg }: { onOrg: (orgId: string) => void }) => <button onClick={() => onOrg('o2')}>Bistro</button>,
}))

afterEach(() => {
  sessionStorage.clear()
  isEdited = false
  setAsker(undefined)
})

test.each([
  ['who may open none of the agents', true, 'This account has not agents'],
  ['of an organization without agents', false, 'This org has no agents'],
])('a client user %s is sent to the agency', async (_who, orgHasAgents, title) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  const agency = { ...SESSION.agency, supportEmail: 'help@example.org' }
  const own: ClientSession['client'] = { ...SESSION.client, canAccess: ['/home'] }
  const session = { ...SESSION, client: own, agency, agents: [], orgHasAgents, disabledMessage: null }
  client.setQueryData(clientSessionQuery('eu').queryKey, session)
  stubLive()
  serve({ 'GET /api/eu/client/tabs': () => ({ body: { items: [] } }) })
  shown(client)
  await screen.findByRole('heading', { name: title })
  expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('mailto:help@example.org')
})

test('says when the account cannot be loaded again, and keeps what is shown', async () => {
  serve({ 'GET /api/eu/client/me': () => ({ status: 500, body: { success: false, code: 'INTERNAL' } }) })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  client.setQueryData(clientSessionQuery('eu').queryKey, SESSION)
  stubLive()
  shown(client)
  await screen.findByText('Northlight')
  await act(() => client.invalidateQueries({ queryKey: clientSessionQuery('eu').queryKey }))
  await screen.findByText('Error occurred refreshing account data.')
  expect(screen.getByText('Northlight')).toBeTruthy()
})

describe('a client user with channels alone', () => {
  const open = (at: string) => {
    stubLive()
    serve({ 'GET /api/eu/client/tabs': () => ({ body: { items: [] } }) })
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
    const own: ClientSession['client'] = { ...SESSION.client, canAccess: ['/channels'] }
    const session: ClientSession = { ...SESSION, client: own, disabledMessage: null }
    client.setQueryData(clientSessionQuery('eu').queryKey, session)
    return shown(client, at)
  }

  test('sees that page as the only one', async () => {
    open('channels')
    await screen.findByText('The page channels')
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Channels'])
  })

  test('sees it with the billing that a mail opens', async () => {
    const { router } = open('unknown?billing=open')
    await screen.findByText('The page channels')
    expect(router.state.location).toMatchObject({
      pathname: '/app/eu/agents/abcdefghijklmnop/channels',
      search: { billing: 'open' },
    })
  })

  test('is refused the voice, which nothing renders', async () => {
    open('voice')
    await screen.findByText('You don’t have access to this page')
    expect(screen.queryByText(/^The page/)).toBeNull()
  })
})

describe('a client user of an agent on another platform', () => {
  const VF = { ID: 'ponmlkjihgfedcba', title: 'Butcher', unfitTabs: ['/voice', '/kb'] }
  const open = (canAccess: ClientSession['client']['canAccess'], agentId: string) => {
    stubLive()
    serve({ 'GET /api/eu/client/tabs': () => ({ body: { items: [] } }) })
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
    const agents = [VF, ...SESSION.agents]
    const session = { ...SESSION, client: { ...SESSION.client, canAccess }, agents, disabledMessage: null }
    client.setQueryData(clientSessionQuery('eu').queryKey, session as never)
    return shown(client, 'kb', agentId)
  }

  test('sees the pages that fit it, and comes in at the first of them', async () => {
    const { router } = open(['/kb', '/channels'], VF.ID)
    await screen.findByText('The page channels')
    expect(router.state.location.pathname).toBe(`/app/eu/agents/${VF.ID}/channels`)
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Channels'])
  })

  test('comes in at another agent when none of the pages fits it', async () => {
    const { router } = open(['/kb'], 'unknown')
    await screen.findByText('The page kb')
    expect(router.state.location.pathname).toBe('/app/eu/agents/abcdefghijklmnop/kb')
  })

  test('is offered and shown no agent that none of the pages fits', async () => {
    const { router } = open(['/kb'], VF.ID)
    await screen.findByText('The page kb')
    expect(router.state.location.pathname).toBe('/app/eu/agents/abcdefghijklmnop/kb')
    expect(screen.queryByRole('combobox', { name: 'Agent' })).toBeNull()
  })
})

describe('a client user without any of the usual pages', () => {
  const open = (canAccess: ClientSession['client']['canAccess'], items: readonly object[], at: string) => {
    stubLive()
    serve({
      'GET /api/eu/client/tabs': () => ({ body: { items } }),
      'GET /api/eu/v2/agents/abcdefghijklmnop/campaigns': () => ({ body: { items: [], means: {} } }),
    })
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
    const session: ClientSession = { ...SESSION, client: { ...SESSION.client, canAccess }, disabledMessage: null }
    client.setQueryData(clientSessionQuery('eu').queryKey, session)
    return shown(client, at)
  }
  const portal = { label: 'Portal', href: '/portal', iconUrl: '', alwaysVisible: false }

  test('comes in at the first custom tab', async () => {
    const { router } = open(['/c/portal'], [portal], 'unknown')
    await screen.findByText('The tab /portal')
    expect(router.state.location.pathname).toBe('/app/eu/agents/abcdefghijklmnop/c/portal')
    expect(screen.getByRole('link', { name: 'Portal' }).getAttribute('aria-current')).toBe('page')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('comes in at the campaigns though there are none yet', async () => {
    open(['/campaigns'], [], 'unknown')
    await screen.findByText('The page campaigns')
  })

  test('sees that there is no page when the agency has no custom tab for them either', async () => {
    open(['/c/portal'], [], 'unknown')
    await screen.findByRole('heading', { name: 'You don’t have access to any page yet' })
  })
})

test('opens the organization that an agency’s admin chose again after a reload', async () => {
  stubLive()
  const of = (orgId: string, agentId: string) => ({
    ...SESSION,
    client: { ...SESSION.client, ID: '', isAdmin: true, canAccess: ['/channels'] },
    org: { ID: orgId, name: orgId, settings: {} },
    agents: [{ ID: agentId, title: 'Baker', unfitTabs: [] }],
    disabledMessage: null,
  })
  serve({
    'GET /api/eu/client/tabs': () => ({ body: { items: [] } }),
    'GET /api/eu/client/me': ({ query }) => ({
      body: { data: query.get('orgId') === 'o2' ? of('o2', 'ponmlkjihgfedcba') : of('o1', 'abcdefghijklmnop') },
    }),
  })
  const load = () => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
    client.setQueryData(clientSessionQuery('eu').queryKey, of('o1', 'abcdefghijklmnop') as never)
    return shown(client, 'channels').router
  }
  const ofBistro = '/app/eu/agents/ponmlkjihgfedcba/channels'
  const first = load()
  await userEvent.click(await screen.findByRole('button', { name: 'Bistro' }))
  await vi.waitFor(() => expect(first.state.location.pathname).toBe(ofBistro))
  cleanup()
  const second = load()
  await vi.waitFor(() => expect(second.state.location.pathname).toBe(ofBistro))
})

test('opens sign-in when a page is pressed after the session has ended, without hanging', async () => {
  stubLive()
  serve({ 'GET /api/eu/client/me': () => ({ status: 401, body: { success: false, code: 'UNAUTHORIZED' } }) })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  client.setQueryData(clientSessionQuery('eu').queryKey, SESSION)
  const { router, visited } = shown(client)
  await screen.findByText('Northlight')
  act(() => void client.setQueryData(clientSessionQuery('eu').queryKey, null))
  visited.length = 0
  act(() => void router.navigate({ to: '/app/eu/agents/abcdefghijklmnop/convos' as never }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe(SIGN_IN))
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect([router.state.location.pathname, visited.length]).toEqual([SIGN_IN, 1])
})

test('asks before another organization discards what an agency’s admin edited', async () => {
  stubLive()
  serve({ 'GET /api/eu/client/tabs': () => ({ body: { items: [] } }) })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  const own: ClientSession['client'] = { ...SESSION.client, ID: '', isAdmin: true, canAccess: ['/channels'] }
  const session: ClientSession = { ...SESSION, client: own, disabledMessage: null }
  client.setQueryData(clientSessionQuery('eu').queryKey, session)
  const asked = vi.fn(async () => false)
  setAsker(asked)
  isEdited = true
  shown(client, 'channels')
  await screen.findByText('The page channels')
  await userEvent.click(screen.getByRole('button', { name: 'Bistro' }))
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
  expect(chosenOrg()).toBe('')
  expect(screen.getByText('The page channels')).toBeTruthy()
})
