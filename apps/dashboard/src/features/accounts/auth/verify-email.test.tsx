import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ACCOUNT, signedInAs } from '../../../testing/account.ts'
import { renderPage, serve } from '../../../testing/render.tsx'
import { takeTokenFromAddress } from '../../../lib/url-secrets.ts'
import { savePendingLink, pendingLink, VerifyEmailPage } from './verify-email.tsx'

test.each([
  [null, 401, 'UNAUTHORIZED', 'Sign in', []],
  [ACCOUNT, 403, 'FORBIDDEN', 'Switch account', ['/api/account/sign-out']],
] as const)('the link of a new address, opened as %o: sign in first, and come back to it', async (...given) => {
  const [account, status, code, button, ended] = given
  savePendingLink('the-token')
  let allowed = false
  const sent = serve({
    ...signedInAs(account),
    'POST /api/account/sign-out': () => ({ body: { success: true } }),
    'POST /api/account/verify-email': () =>
      allowed ? { body: { success: true } } : { status, body: { success: false, code, message: 'no' } },
  })
  const { router } = renderPage(<VerifyEmailPage />, '/verify-email')
  await userEvent.click(await screen.findByRole('button', { name: button }))
  await waitFor(() => expect(router.state.location.href).toBe('/login?redirect=%2Fverify-email'))
  expect(sent.map(({ path }) => path).filter((path) => path.endsWith('/sign-out'))).toEqual(ended)
  expect(router.state.location.href).not.toContain('the-token')
  cleanup()
  allowed = true
  const { client, router: back } = renderPage(<VerifyEmailPage />, '/verify-email')
  expect(await screen.findByRole('heading', { name: 'Your email address is confirmed' })).toBeTruthy()
  const held = JSON.stringify([
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
    back.state.location,
  ])
  expect(held).not.toContain('the-token')
  expect(sent.findLast(({ path }) => path.endsWith('/verify-email'))?.body).toEqual({ token: 'the-token' })
  expect(pendingLink()).toBe('')
})

test('says why a sign-out failed', async () => {
  savePendingLink('the-token')
  serve({
    ...signedInAs(ACCOUNT),
    'POST /api/account/sign-out': () => ({ status: 500, body: { success: false, code: 'INTERNAL', message: 'No.' } }),
    'POST /api/account/verify-email': () => ({
      status: 403,
      body: { success: false, code: 'FORBIDDEN', message: 'no' },
    }),
  })
  renderPage(<VerifyEmailPage />, '/verify-email')
  await userEvent.click(await screen.findByRole('button', { name: 'Switch account' }))
  expect(await screen.findByText('Error Occured')).toBeTruthy()
})

test('stores no invalid link', async () => {
  savePendingLink('the-token')
  const no = { status: 400, body: { success: false, code: 'INVALID_TOKEN', message: 'This link is used up.' } }
  serve({ ...signedInAs(ACCOUNT), 'POST /api/account/verify-email': () => no })
  renderPage(<VerifyEmailPage />, '/verify-email')
  expect((await screen.findByRole('alert')).textContent).toBe('This link is used up.')
  expect(pendingLink()).toBe('')
})

test('says that the address is confirmed when the link was used before', async () => {
  savePendingLink('the-token')
  const message = 'This link was used before: the email address is confirmed.'
  const body = { success: false, code: 'INVALID_TOKEN', reason: 'address_confirmed_already', message }
  serve({ ...signedInAs(null), 'POST /api/account/verify-email': () => ({ status: 400, body }) })
  renderPage(<VerifyEmailPage />, '/verify-email')
  expect(await screen.findByRole('heading', { name: 'Your email address is confirmed' })).toBeTruthy()
  expect(screen.getByText(message)).toBeTruthy()
  expect(screen.queryByText('Sign in and we’ll send you a new link.')).toBeNull()
})

test.each([
  ['/app/na/agents?search=x', '/app/na/agents?search=x'],
  ['//evil.example', '/'],
  ['/.//evil.example', '/'],
  ['javascript:alert(1)', '/'],
])('[1.24] the link that confirms an address leads on to %s as %s', async (redirect, href) => {
  savePendingLink('the-token')
  serve({ ...signedInAs(ACCOUNT), 'POST /api/account/verify-email': () => ({ body: { success: true } }) })
  renderPage(<VerifyEmailPage />, `/verify-email?redirect=${encodeURIComponent(redirect)}`)
  await screen.findByRole('heading', { name: 'Your email address is confirmed' })
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(href)
})

test('uses a link only after a press, not when it is opened', async () => {
  history.replaceState(null, '', '/verify-email?token=fresh')
  takeTokenFromAddress()
  const sent = serve({ ...signedInAs(ACCOUNT), 'POST /api/account/verify-email': () => ({ body: { success: true } }) })
  renderPage(<VerifyEmailPage />, '/verify-email')
  const confirm = await screen.findByRole('button', { name: 'Confirm email address' })
  expect(sent.filter(({ path }) => path.endsWith('/verify-email'))).toEqual([])
  await userEvent.click(confirm)
  await screen.findByRole('heading', { name: 'Your email address is confirmed' })
  expect(sent.findLast(({ path }) => path.endsWith('/verify-email'))?.body).toEqual({ token: 'fresh' })
})
