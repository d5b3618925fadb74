import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
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
