import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { notify } from '../../components/feedback/notify.ts'
import { i18n } from '../../i18n/i18n.ts'
import { serve } from '../../testing/render.tsx'
import {
  beginSignOut,
  clientSessionQuery,
  forgetClient,
  isClientTab,
  rememberAgency,
  setClientSession,
  tellEnd,
} from './client-session.ts'
import { hasCode } from '../errors.ts'
import { makeQueryClient } from '../query-client.ts'

const session = (preferredLanguage: string, isAdmin = false) =>
  ({ client: { ID: 'c', preferredLanguage, isAdmin } }) as never
const ME = 'GET /api/eu/client/me'
let client: QueryClient
beforeEach(async () => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  localStorage.clear()
  sessionStorage.clear()
  await i18n.changeLanguage('en')
})

test("switches to a client user's language at once, and keeps the page's for an agency admin", async () => {
  await setClientSession(client, 'eu', session('en'))
  await setClientSession(client, 'eu', session('ar'))
  expect([i18n.language, document.documentElement.dir]).toEqual(['ar', 'rtl'])
  await setClientSession(client, 'eu', session('en', true))
  expect(i18n.language).toBe('ar')
  await setClientSession(client, 'eu', session('en'))
  expect([i18n.language, document.documentElement.dir]).toEqual(['en', 'ltr'])
})

test('removes everything of a client user on sign-out, and nothing else', async () => {
  await setClientSession(client, 'eu', session('en'))
  rememberAgency('eu', 'agency')
  localStorage.setItem('parlance-client-hidden', '["leads"]')
  localStorage.setItem('parlance-other', 'kept')
  forgetClient()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('parlance-client-'))).toEqual([])
  expect([localStorage.getItem('parlance-other'), isClientTab()]).toEqual(['kept', false])
})

test.each([
  ['client_deleted', 'Account data not present.', 'Account data not present.'],
  [undefined, 'Sign in, or send a valid bearer token.', 'Please login again.'],
])('an end with the reason %s is told', async (reason, message, told) => {
  const error = vi.spyOn(notify, 'error').mockReturnValue('')
  tellEnd(client, 'eu')
  expect(error).not.toHaveBeenCalled()
  serve({ [ME]: () => ({ status: 401, body: { success: false, code: 'UNAUTHORIZED', message, reason } }) })
  expect(await client.fetchQuery(clientSessionQuery('eu'))).toBeNull()
  tellEnd(client, 'eu')
  expect(error).toHaveBeenCalledExactlyOnceWith(told, expect.anything())
  error.mockRestore()
})

test('reads the session again when a call is refused because access was disabled', async () => {
  const own = makeQueryClient(() => ({ state: { location: { pathname: '', href: '' } }, navigate: async () => {} }))
  own.setQueryData(clientSessionQuery('eu').queryKey, session('en'))
  const disabled = vi.fn(() => ({
    status: 403,
    body: { success: false, code: 'ACCESS_DISABLED', message: 'Back on Monday.' },
  }))
  serve({ [ME]: disabled })
  const query = own.fetchQuery({ ...clientSessionQuery('eu'), queryKey: ['anything'], staleTime: 0 } as never)
  await expect(query).rejects.toSatisfy((error) => hasCode(error, 'ACCESS_DISABLED'))
  expect(own.getQueryState(clientSessionQuery('eu').queryKey)?.isInvalidated).toBe(true)
})

// Must be the last test: signing out lasts until the page is left.
test('shows nothing of an ended session and does not query it again', async () => {
  const me = vi.fn(() => ({ status: 401, body: { success: false, code: 'UNAUTHORIZED', message: 'Signed out.' } }))
  serve({ [ME]: me })
  await setClientSession(client, 'eu', session('en'))
  beginSignOut()
  const { queryKey } = clientSessionQuery('eu')
  await client.invalidateQueries({ queryKey, refetchType: 'all' })
  expect(await client.fetchQuery({ ...clientSessionQuery('eu'), staleTime: 0 })).toEqual(session('en'))
  expect(me).not.toHaveBeenCalled()
})
