import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import { AccountPage } from './account-page.tsx'
import { ForgotPasswordPage } from './forgot-password.tsx'
import { LoginPage } from './login.tsx'
import { SignUpPage } from './sign-up.tsx'
import { rememberEmail } from './typed-email.ts'

const ACCOUNT = {
  id: 'u1',
  email: 'ada@example.com',
  name: '',
  emailVerified: true,
  region: 'eu',
  createdAt: '2026-01-01T00:00:00Z',
}
const status = { name: 'Parlance', version: '1', regions: ['eu', 'na'], services: [] }
const installation = { 'GET /api/status': () => ({ body: status }) }
const me = (account: object | null) => ({ 'GET /api/account': () => ({ body: { account } }) })
const emailOf = () => (screen.getByLabelText('E-mail') as HTMLInputElement).value

test('an address that is taken: the field says so and leads to both ways in, with the address typed', async () => {
  const refusal = { success: false, code: 'EMAIL_TAKEN', message: 'taken' }
  serve({ ...installation, ...me(null), 'POST /api/account/sign-up': () => ({ status: 409, body: refusal }) })
  renderPage(<SignUpPage />)
  await userEvent.type(await screen.findByLabelText('E-mail'), 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse battery')
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  const said = await screen.findByText(/There is already an account with this e-mail address/)
  const links = [...said.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Sign in', '/login'],
    ['Reset your password', '/forgot-password'],
  ])
  cleanup()
  renderPage(<ForgotPasswordPage />)
  await screen.findByRole('button', { name: 'Send the link' })
  expect(emailOf()).toBe('ada@example.com')
  cleanup()
  renderPage(<LoginPage />)
  await screen.findByRole('button', { name: 'Sign In' })
  expect(emailOf()).toBe('ada@example.com')
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  rememberEmail('')
})

test.each([
  [null, 'Back to sign in', '/login'],
  [ACCOUNT, 'Back to the app', '/'],
])('asking for a new password, signed in as %o: the way back is %s', async (account, name, href) => {
  serve({ ...installation, ...me(account) })
  renderPage(<ForgotPasswordPage />)
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href)
})

test('at home no region claims a city', async () => {
  serve({ ...installation, ...me(null) })
  renderPage(<SignUpPage />)
  expect(await screen.findByRole('radio', { name: 'Europe' })).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'North America' })).toBeTruthy()
})

test('one’s own account: the name is saved, the address is only shown', async () => {
  const sent = serve({
    ...me(ACCOUNT),
    'PATCH /api/account': ({ body }) => ({ body: { account: { ...ACCOUNT, ...(body as object) } } }),
  })
  renderPage(<AccountPage />)
  const name = await screen.findByLabelText('Name')
  const save = screen.getByRole('button', { name: 'Save' })
  expect(save).toHaveProperty('disabled', true)
  expect(screen.getByLabelText('E-mail')).toMatchObject({ value: 'ada@example.com', readOnly: true })
  await userEvent.type(name, 'Ada')
  await userEvent.click(save)
  expect(await screen.findByText('Your name is saved.')).toBeTruthy()
  expect(sent.at(-1)).toMatchObject({ method: 'PATCH', body: { name: 'Ada' } })
  expect(save).toHaveProperty('disabled', true)
})

test('a wrong current password is said at its field; the right one changes it and empties the form', async () => {
  let refuse = true
  const refusal = { success: false, code: 'INVALID_CREDENTIALS', message: 'The current password is not right.' }
  const sent = serve({
    ...me(ACCOUNT),
    'POST /api/account/password': () => (refuse ? { status: 401, body: refusal } : { body: { success: true } }),
  })
  renderPage(<AccountPage />)
  const current = await screen.findByLabelText('Current password')
  const next = screen.getByLabelText('New password')
  const button = screen.getByRole('button', { name: 'Change password' })
  await userEvent.click(button)
  expect(await screen.findByText('Use at least 8 characters.')).toBeTruthy()
  await userEvent.type(current, 'wrong')
  await userEvent.type(next, 'staple battery')
  await userEvent.click(button)
  expect(await screen.findByText(refusal.message)).toBeTruthy()
  expect(current.getAttribute('aria-invalid')).toBe('true')
  refuse = false
  await userEvent.click(button)
  expect(await screen.findByText('Your password is changed. Other devices are signed out.')).toBeTruthy()
  expect(sent.at(-1)?.body).toEqual({ currentPassword: 'wrong', newPassword: 'staple battery' })
  expect([current, next].map((field) => (field as HTMLInputElement).value)).toEqual(['', ''])
})

test.each([
  [0, 'You were signed in nowhere else.'],
  [1, '1 other session is signed out.'],
  [3, '3 other sessions are signed out.'],
])('signing out everywhere else asks first and says that %i ended', async (ended, said) => {
  const sent = serve({
    ...me(ACCOUNT),
    'POST /api/account/sessions/end-others': () => ({ body: { success: true, ended } }),
  })
  renderPage(<AccountPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }))
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
  const question = await screen.findByRole('dialog', { name: 'Sign out everywhere else?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Sign out everywhere else' }))
  expect(await screen.findByText(said)).toBeTruthy()
})
