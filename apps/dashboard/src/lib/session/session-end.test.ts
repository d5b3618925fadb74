import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { enterClientTab } from './client-tab.ts'
import { clientSessionQuery } from './client-session.ts'
import { sessionQuery, setSession } from './session.ts'
import { checkSession, leaveForLogin, tellOtherTabs } from './session-end.ts'
import { serve } from '../../testing/render.tsx'

const ACCOUNT = {
  id: 'u1',
  email: 'ada@example.com',
  name: '',
  emailVerified: true,
  region: 'eu' as const,
  language: 'en',
  createdAt: '2026-01-01T00:00:00Z',
}
const HREF = '/app/eu/agents/abcdefghijklmnop/kb?search=lamp'

function tab(href = HREF) {
  const client = new QueryClient()
  const navigate = vi.fn(async () => undefined)
  client.setQueryData(sessionQuery.queryKey, ACCOUNT as never)
  const router = { state: { location: { pathname: href.split('?')[0] ?? '', href } }, navigate }
  return { client, router, navigate }
}

test('leads to sign-in and back when the session has ended', async () => {
  serve({ 'GET /api/account': () => ({ body: { account: null } }) })
  const { client, router, navigate } = tab()
  expect(await checkSession(client, router)).toBe(false)
  expect(navigate).toHaveBeenCalledExactlyOnceWith({
    to: '/login',
    search: { redirect: HREF, step: '' },
    replace: true,
  })
  expect(client.getQueryData(sessionQuery.queryKey)).toBeNull()
})

test.each([
  ['their dashboard', HREF, true],
  ['sign-in of their agency', '/app/eu/sign-in/agency', false],
])('a late refusal leads no client user from %s to the sign-in of workspaces', (_, href, inTab) => {
  if (inTab) enterClientTab('eu')
  const { client, router, navigate } = tab(href)
  client.setQueryData(clientSessionQuery('eu').queryKey, null)
  leaveForLogin(client, router)
  expect(navigate).not.toHaveBeenCalled()
})

test.each([
  ['still signed in', () => ({ body: { account: ACCOUNT } })],
  ['a server that is restarting', () => ({ status: 503, body: 'starting' })],
  [
    'no network',
    () => {
      throw new TypeError('Failed to fetch')
    },
  ],
])('%s signs nobody out', async (_, answer) => {
  serve({ 'GET /api/account': answer })
  const { client, router, navigate } = tab()
  expect(await checkSession(client, router)).toBe(true)
  expect(navigate).not.toHaveBeenCalled()
  expect(client.getQueryData(sessionQuery.queryKey)).toMatchObject({ id: 'u1' })
})

test('notifies other tabs once of an ended session, even after the cache was cleared', async () => {
  const heard: unknown[] = []
  const other = new BroadcastChannel('parlance-session')
  other.addEventListener('message', ({ data }: MessageEvent<unknown>) => heard.push(data))
  const client = new QueryClient()
  const stop = tellOtherTabs(client)
  setSession(client, null)
  setSession(client, ACCOUNT as never)
  setSession(client, { ...ACCOUNT, name: 'Ada' } as never)
  client.setQueryData(['else'], null)
  client.clear()
  setSession(client, null)
  setSession(client, null)
  await vi.waitFor(() => expect(heard).toEqual(['ended']))
  setSession(client, ACCOUNT as never)
  setSession(client, null)
  await vi.waitFor(() => expect(heard).toEqual(['ended', 'ended']))
  stop()
  other.close()
})
