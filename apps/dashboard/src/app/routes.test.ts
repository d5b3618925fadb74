import type { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeQueryClient } from '../lib/query-client.ts'
import { isClientTab, rememberAgency } from '../lib/session/client-session.ts'
import { chosenWorkspace, chooseWorkspace, rememberShown } from './layout/chosen-workspace.ts'
import { makeRouter } from './routes.tsx'

const host = vi.hoisted(() => ({ agency: undefined as { region: 'eu'; agencyId: string } | undefined }))
vi.mock(import('../lib/agency/host.ts'), () => ({
  get agencyHost() {
    return host.agency
  },
}))

const ACCOUNT = '/api/account'
const WORKSPACES = '/api/eu/v2/workspaces'

/** Opens an address and collects its calls, none of which is answered. */
function open(address: string): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', (request: Request) => {
    const { pathname, search } = new URL(request.url)
    asked.push(pathname + search)
    return new Promise(() => undefined)
  })
  history.replaceState(undefined, '', address)
  const client: QueryClient = makeQueryClient(() => router as never)
  const router = makeRouter(client)
  void router.load()
  return asked
}

afterEach(async () => {
  // The pages' scripts are still loading, which would break files that share them.
  await vi.dynamicImportSettled()
  sessionStorage.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('a reload of the inbox reads its list while the account is read', async () => {
  rememberShown('eu', 'w1')
  const asked = open('/app/eu/inbox?view=waiting&search=lamp&conversation=c1')
  const list = `${WORKSPACES}/w1/conversations?view=waiting&limit=100&search=lamp`
  await expect.poll(() => asked.toSorted(), { timeout: 10_000 }).toEqual([ACCOUNT, WORKSPACES, list])
})

test.each([
  ['another page', 'w1', '/app/eu/agents', [ACCOUNT, WORKSPACES]],
  ['a tab that has shown no workspace', '', '/app/eu/inbox', [ACCOUNT]],
])('%s reads no list of conversations ahead', async (_, shown, address, expected) => {
  if (shown) rememberShown('eu', shown)
  const asked = open(address)
  await expect.poll(() => asked.toSorted()).toEqual(expected)
  await import('../features/conversations/inbox/workspace-conversations.ts')
  expect(asked.toSorted()).toEqual(expected)
})

test.each([
  ['the workspace that the address names', 'w2', 'w2'],
  ['the last one when the person does not belong to the named one', 'w9', 'w1'],
])('opens %s, and drops the parameter', async (_, named, opened) => {
  chooseWorkspace('eu', 'w1')
  const account = { id: 'p', email: 'ada@example.test', region: 'eu', language: 'en' }
  const items = ['w1', 'w2'].map((uid) => ({ uid, role: 'owner', showOnboarding: false }))
  vi.stubGlobal('fetch', async (request: Request) =>
    Response.json(new URL(request.url).pathname === ACCOUNT ? { account } : { items }),
  )
  history.replaceState(undefined, '', `/app/eu/account/billing?workspace=${named}&tab=history`)
  const router = makeRouter(makeQueryClient(() => router as never))
  await router.load()
  expect(location.pathname + location.search).toBe('/app/eu/account/billing?tab=history')
  expect(chosenWorkspace('eu')).toBe(opened)
})

/** Answers as for people who are signed out, or signed in as this client alone. */
function answer({ client }: { client?: object } = {}) {
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url)
    if (pathname === ACCOUNT) return Response.json({ account: null })
    if (pathname === '/api/eu/client/me' && client) return Response.json({ data: client })
    return Response.json({ code: 'UNAUTHORIZED', message: 'Sign in.' }, { status: 401 })
  })
}

test('a link in a mail to a client leads people who are signed out to the sign-in of its agency', async () => {
  answer()
  rememberAgency('eu', 'another')
  history.replaceState(undefined, '', '/app/eu/agents/a1/convos?conversation=c1&agency=northlight')
  const router = makeRouter(makeQueryClient(() => router as never))
  await router.load()
  expect(location.pathname + location.search).toBe('/app/eu/sign-in/northlight')
})

test('a link in a mail to a client opens its page for those signed in, and drops the agency', async () => {
  answer({ client: { client: { isAdmin: false, preferredLanguage: 'en' } } })
  history.replaceState(undefined, '', '/app/eu/agents/a1/convos?conversation=c1&agency=northlight')
  const router = makeRouter(makeQueryClient(() => router as never))
  await router.load()
  expect(location.pathname + location.search).toBe('/app/eu/agents/a1/convos?conversation=c1')
  expect(isClientTab()).toBe(true)
})

test('a page on an agency’s host leads people who are signed out to its sign-in, with the token of the address', async () => {
  host.agency = { region: 'eu', agencyId: 'northlight' }
  onTestFinished(() => void (host.agency = undefined))
  answer()
  history.replaceState(undefined, '', '/app/eu/agents/a1/home?token=cln_1')
  const router = makeRouter(makeQueryClient(() => router as never))
  await router.load()
  expect(location.pathname + location.search).toBe('/?token=cln_1')
})
