import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ACCOUNT, signedInAs } from '../../testing/account.ts'
import { renderPage, serve } from '../../testing/render.tsx'
import { AccountPage } from './account-page.tsx'
import { DataTab } from './data/data-tab.tsx'
import { ForgotPasswordPage } from './auth/forgot-password.tsx'
import { LoginPage } from './auth/login.tsx'
import { SecurityTab } from './security/security-tab.tsx'
import { SessionsTab } from './security/sessions-tab.tsx'
import { SignUpPage } from './auth/sign-up.tsx'
import { rememberEmail } from './auth/last-email.ts'

const session = { country: '', createdAt: '2026-01-01T00:00:00Z', lastSeenAt: '2026-01-01T00:00:00Z' }
const HERE = { ...session, id: 's1', browser: 'chrome', platform: 'macos', current: true }
const THERE = { ...session, id: 's2', browser: 'firefox', platform: 'windows', country: 'DE', current: false }
const emailOf = () => (screen.getByLabelText('Email') as HTMLInputElement).value

test('links to both sign-in methods with the typed address when an address is taken', async () => {
  const refusal = { success: false, code: 'EMAIL_TAKEN', message: 'taken' }
  serve({ ...signedInAs(null), 'POST /api/account/sign-up': () => ({ status: 409, body: refusal }) })
  renderPage(<SignUpPage />)
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse battery')
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  const said = await screen.findByText(/An account with this email already exists/)
  const links = [...said.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Sign in', '/login'],
    ['Reset your password', '/forgot-password'],
  ])
  cleanup()
  renderPage(<ForgotPasswordPage />)
  await screen.findByRole('button', { name: 'Send link' })
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
  serve({ ...signedInAs(account) })
  renderPage(<ForgotPasswordPage />)
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href)
})

test('says that the browser kept no session when there is no TLS', async () => {
  vi.stubGlobal('isSecureContext', false)
  const signedIn = { account: ACCOUNT, token: 't' }
  serve({ ...signedInAs(null), 'POST /api/account/sign-in': () => ({ body: signedIn }) })
  const { router } = renderPage(<LoginPage />, '/login')
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse battery')
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByText(/your browser didn’t keep the session/)
  expect(router.state.location.pathname).toBe('/login')
  vi.stubGlobal('isSecureContext', true)
  rememberEmail('')
})

test('names no city for a region on a local host', async () => {
  serve({ ...signedInAs(null) })
  renderPage(<SignUpPage />)
  expect(await screen.findByRole('radio', { name: 'Europe' })).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'North America' })).toBeTruthy()
})

test('saves the name of the account and only shows the address', async () => {
  const sent = serve({
    ...signedInAs(ACCOUNT),
    'PATCH /api/account': ({ body }) => ({ body: { account: { ...ACCOUNT, ...(body as object) } } }),
  })
  renderPage(<AccountPage />)
  const name = await screen.findByLabelText('Name')
  const save = screen.getByRole('button', { name: 'Save' })
  expect(save).toHaveProperty('disabled', true)
  expect(screen.getByLabelText('Email')).toMatchObject({ value: 'ada@example.com', readOnly: true })
  await userEvent.type(name, 'Ada')
  await userEvent.click(save)
  expect(await screen.findByText('Name saved.')).toBeTruthy()
  expect(sent.at(-1)).toMatchObject({ method: 'PATCH', body: { name: 'Ada' } })
  expect(save).toHaveProperty('disabled', true)
})

test('shows a wrong current password at its field, and empties the form after a change', async () => {
  let refuse = true
  const refusal = { success: false, code: 'INVALID_CREDENTIALS', message: 'Your current password is wrong.' }
  const sent = serve({
    ...signedInAs(ACCOUNT),
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
  expect(await screen.findByText('Password changed. Your other devices are signed out.')).toBeTruthy()
  expect(sent.at(-1)?.body).toEqual({ currentPassword: 'wrong', newPassword: 'staple battery' })
  expect([current, next].map((field) => (field as HTMLInputElement).value)).toEqual(['', ''])
})

test.each([
  [0, 'You weren’t signed in anywhere else.'],
  [1, 'Signed out of 1 other session.'],
  [3, 'Signed out of 3 other sessions.'],
])('signing out everywhere else asks first and says that %i ended', async (ended, said) => {
  const sent = serve({
    ...signedInAs(ACCOUNT),
    'GET /api/account/sessions': () => ({ body: { items: [HERE, THERE] } }),
    'POST /api/account/sessions/end-others': () => ({ body: { success: true, ended } }),
  })
  renderPage(<SessionsTab />)
  expect(await screen.findByText('Firefox on Windows')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere else' }))
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
  const question = await screen.findByRole('dialog', { name: 'Sign out everywhere else?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Sign out everywhere else' }))
  expect(await screen.findByText(said)).toBeTruthy()
})

test('signs out another session by name after a question, and has no button for this one', async () => {
  let items = [HERE, THERE]
  const sent = serve({
    ...signedInAs(ACCOUNT),
    'GET /api/account/sessions': () => ({ body: { items } }),
    'DELETE /api/account/sessions/s2': () => {
      items = [HERE]
      return { body: { success: true } }
    },
  })
  renderPage(<SessionsTab />)
  const there = await screen.findByRole('button', { name: 'Sign out Firefox on Windows' })
  expect(screen.queryByRole('button', { name: 'Sign out Chrome on macOS' })).toBeNull()
  expect(screen.getByText(/Germany/)).toBeTruthy()
  await userEvent.click(there)
  const question = await screen.findByRole('dialog', { name: 'Sign out Firefox on Windows?' })
  expect(sent.filter(({ method }) => method === 'DELETE')).toEqual([])
  await userEvent.click(within(question).getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(screen.queryByText('Firefox on Windows')).toBeNull())
})

test('asks for the code after a password, and empties the field after a wrong code', async () => {
  const sent = serve({
    ...signedInAs(null),
    'POST /api/account/sign-in': () => ({ body: { secondStep: true } }),
    'POST /api/account/sign-in/second-step': () => ({
      status: 400,
      body: { success: false, code: 'INVALID_TOKEN', message: 'That code is wrong or already used.' },
    }),
  })
  renderPage(<LoginPage />)
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse battery')
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  expect(await screen.findByRole('heading', { name: 'Two-factor authentication' })).toBeTruthy()
  const code = screen.getByLabelText('Code')
  expect(code.getAttribute('autocomplete')).toBe('one-time-code')
  // The sixth digit submits, once.
  await userEvent.type(code, '12345')
  expect(sent.some(({ path }) => path.endsWith('/second-step'))).toBe(false)
  await userEvent.type(code, '6')
  expect(await screen.findByText(/That code is wrong/)).toBeTruthy()
  expect(sent.filter(({ path }) => path.endsWith('/second-step')).map(({ body }) => body)).toEqual([{ code: '123456' }])
  expect(code).toHaveProperty('value', '')
  // Shows one message at a time.
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  await waitFor(() => expect(screen.queryByText(/That code is wrong/)).toBeNull())
  expect(code.getAttribute('aria-invalid')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Lost access to both?' }))
  expect(await screen.findByText(/ask your administrator/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code instead' }))
  expect(await screen.findByLabelText('Recovery code')).toBeTruthy()
  rememberEmail('')
})

test('says so and sets nothing up when the address is not confirmed', async () => {
  const security = {
    hasPassword: true,
    twoFactor: { on: false, since: null, recoveryCodesLeft: 0 },
    passkeys: [],
    providers: [{ id: 'oidc', name: 'Acme', connected: false }],
  }
  serve({
    ...signedInAs({ ...ACCOUNT, emailVerified: false }),
    'GET /api/account/security': () => ({ body: security }),
  })
  renderPage(<SecurityTab />)
  expect(await screen.findByText(/Confirm your email address first/)).toBeTruthy()
  for (const name of ['Set up', 'Connect Acme'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true)
})

test('sets up the second factor by password, picture and code, and saves recovery codes by a button', async () => {
  let on = false
  const security = () => ({
    hasPassword: true,
    twoFactor: { on, since: on ? '2026-01-01T00:00:00Z' : null, recoveryCodesLeft: on ? 10 : 0 },
    passkeys: [],
    providers: [],
  })
  serve({
    ...signedInAs(ACCOUNT),
    'GET /api/account/security': () => ({ body: security() }),
    'POST /api/account/two-factor': () => ({
      body: { key: 'ABCD2345', uri: 'otpauth://totp/x', qr: ['101', '010', '111'] },
    }),
    'POST /api/account/two-factor/confirm': ({ body }) => {
      if ((body as { code: string }).code !== '123456')
        return { status: 400, body: { success: false, code: 'INVALID_TOKEN', message: 'or it was already used' } }
      on = true
      return { body: { recoveryCodes: ['bcdfg-hjkmn', 'pqrst-vwxyz'] } }
    },
  })
  renderPage(<SecurityTab />)
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }))
  await userEvent.type(await screen.findByLabelText('Your password'), 'correct horse battery')
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  const picture = await screen.findByRole('img', { name: 'QR code for the authenticator app' })
  expect(picture.querySelector('path')?.getAttribute('d')).toBe(
    'M0 0h1v1h-1zM2 0h1v1h-1zM1 1h1v1h-1zM0 2h1v1h-1zM1 2h1v1h-1zM2 2h1v1h-1z',
  )
  expect(screen.getByText('ABCD 2345')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Copy key' }))
  expect(await navigator.clipboard.readText()).toBe('ABCD2345')
  await userEvent.type(screen.getByLabelText('Code'), '123457')
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
  expect(await screen.findByText(/That code isn’t right.*check your phone’s clock/)).toBeTruthy()
  expect(screen.queryByText(/already used/)).toBeNull()
  await userEvent.clear(screen.getByLabelText('Code'))
  await userEvent.type(screen.getByLabelText('Code'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
  expect(await screen.findByText(/bcdfg-hjkmn/)).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(screen.getByText(/bcdfg-hjkmn/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'I’ve saved them' }))
  expect(await screen.findByText(/10 recovery codes left/)).toBeTruthy()
})

const HOLDINGS = {
  workspaces: [
    { region: 'eu', uid: 'w1', name: 'Bakery', agents: 2, documents: 1, conversations: 30, files: 0, members: 1 },
  ],
  memberships: 3,
}
const SECURITY = {
  hasPassword: true,
  twoFactor: { on: false, since: null, recoveryCodesLeft: 0 },
  passkeys: [],
  providers: [],
}
const REGIONS = {
  items: [
    { region: 'eu', name: 'Europe', exists: true, workspaces: 1 },
    { region: 'na', name: 'North America', exists: false, workspaces: 0 },
  ],
  doubleAccountWarningHidden: false,
}

const COPY = {
  id: 'c1',
  state: 'waiting',
  done: 0,
  total: 0,
  bytes: 0,
  createdAt: '2026-11-22T02:00:00Z',
  endedAt: null,
  expiresAt: '2026-11-29T02:00:00Z',
}

test('requests a data export, watches it, and downloads it by its own address', async () => {
  const states = [
    null,
    { ...COPY, state: 'packing', done: 12, total: 40 },
    { ...COPY, state: 'ready', bytes: 3_456_789, endedAt: '2026-11-22T02:01:00Z' },
  ]
  const opened: (string | null)[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(this.getAttribute('href'))
  })
  const sent = serve({
    ...signedInAs(ACCOUNT),
    'GET /api/account/security': () => ({ body: SECURITY }),
    'GET /api/account/regions': () => ({ body: REGIONS }),
    'GET /api/eu/account/export': () => ({ body: { data: states.length > 1 ? states.shift() : states[0] } }),
    'POST /api/eu/account/export': () => ({ body: { data: COPY } }),
    'POST /api/eu/account/export/c1/address': () => ({
      body: { url: '/stored/eu/x.zip?sig=s', expiresAt: COPY.expiresAt },
    }),
  })
  renderPage(<DataTab />)
  await userEvent.click(await screen.findByRole('button', { name: 'Export data from Europe (Frankfurt)' }))
  expect(await screen.findByText('Waiting to start…')).toBeTruthy()
  expect(screen.getByRole('button', { name: /Export data/ }).hasAttribute('disabled')).toBe(true)
  expect(await screen.findByText('Preparing: 12 of 40 parts', {}, { timeout: 5000 })).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('30')
  const get = await screen.findByRole(
    'button',
    { name: 'Download the export from Europe (Frankfurt)' },
    { timeout: 5000 },
  )
  expect(screen.getByText(/3.5 MB/).textContent).toMatch(/^Created .* · 3.5 MBAvailable until .*29.*\.$/)
  await userEvent.click(get)
  await waitFor(() => expect(opened).toEqual(['/stored/eu/x.zip?sig=s']))
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(2)
  click.mockRestore()
}, 15_000)

test('names what is deleted with an account, and asks for address, password and confirmation', async () => {
  const sent = serve({
    ...signedInAs(ACCOUNT),
    'GET /api/account/security': () => ({ body: SECURITY }),
    'GET /api/account/regions': () => ({ body: REGIONS }),
    'GET /api/eu/account/export': () => ({ body: { data: null } }),
    'GET /api/account/holdings': () => ({ body: HOLDINGS }),
    'POST /api/account/deletion': () => ({ body: { success: true } }),
  })
  const { router } = renderPage(<DataTab />)
  expect(await screen.findByText('No exports yet.')).toBeTruthy()
  expect(screen.queryByRole('group', { name: /North America/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('2 agents · 1 document · 30 conversations · 0 files · 1 other member')).toBeTruthy()
  expect(dialog.getByText('You’ll also leave 3 workspaces you don’t own.')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText(/to confirm/), 'eve@example.com')
  await userEvent.type(dialog.getByLabelText('Your password'), 'correct horse battery')
  const end = dialog.getByRole('button', { name: 'Delete account' })
  await userEvent.click(end)
  expect(dialog.getByText('Enter your account’s email address.')).toBeTruthy()
  expect(dialog.getByText(/Other people would lose these workspaces/)).toBeTruthy()
  expect(sent.some(({ method }) => method === 'POST')).toBe(false)
  await userEvent.clear(dialog.getByLabelText(/to confirm/))
  await userEvent.type(dialog.getByLabelText(/to confirm/), 'ada@example.com')
  await userEvent.click(dialog.getByRole('checkbox'))
  await userEvent.click(end)
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/login', state: { accountGone: true } }))
  expect(sent.findLast(({ method }) => method === 'POST')).toMatchObject({
    body: { typed: 'ada@example.com', password: 'correct horse battery', withShared: true },
  })
})

test('says after deleting an account that it is gone until dismissed, but not because of an address alone', async () => {
  serve({ ...signedInAs(null) })
  const { router } = renderPage(<LoginPage />, '/?accountGone=true&redirect=%2Fapp%2Feu%2Fagents')
  const forgot = await screen.findByRole('link', { name: 'Forgot password?' })
  expect(forgot.getAttribute('href')).toBe('/forgot-password?redirect=%2Fapp%2Feu%2Fagents')
  expect(screen.queryByRole('alert')).toBeNull()
  await router.navigate({ to: '/', search: { redirect: '/app/eu/agents' } as never, state: { accountGone: true } })
  const said = await screen.findByRole('alert')
  expect(said.textContent).toBe('Your account and all its data have been deleted.')
  await userEvent.click(within(said).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(router.state.location.searchStr).toContain('redirect=')
})

test('renames a passkey in place: Enter saves, Escape cancels', async () => {
  const passkey = { id: 'p1', name: 'Laptop', createdAt: '2026-01-01T00:00:00Z', lastUsedAt: null, synced: false }
  let name = passkey.name
  const security = () => ({
    hasPassword: true,
    twoFactor: { on: true, since: '2026-01-01T00:00:00Z', recoveryCodesLeft: 1 },
    passkeys: [{ ...passkey, name }],
    providers: [],
  })
  const sent = serve({
    ...signedInAs(ACCOUNT),
    'GET /api/account/security': () => ({ body: security() }),
    'PATCH /api/account/passkeys/p1': ({ body }) => {
      name = (body as { name: string }).name
      return { body: { success: true } }
    },
  })
  renderPage(<SecurityTab />)
  expect(await screen.findByText(/You’re running out of recovery codes/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Rename Laptop' }))
  const field = screen.getByLabelText('New name')
  expect(document.activeElement).toBe(field)
  await userEvent.keyboard('Work{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename Laptop' })))
  await userEvent.keyboard('{Enter}')
  await userEvent.clear(screen.getByLabelText('New name'))
  expect(screen.getByText('Please enter a name.')).toBeTruthy()
  await userEvent.keyboard('Work laptop{Enter}')
  expect(await screen.findByRole('button', { name: 'Rename Work laptop' })).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([{ name: 'Work laptop' }])
})

test('says when saving the name leaves a typed password unsaved, and what is missing', async () => {
  const sent = serve({
    ...signedInAs(ACCOUNT),
    'PATCH /api/account': () => ({ body: { account: { ...ACCOUNT, name: 'Ada' } } }),
  })
  renderPage(<AccountPage />)
  await userEvent.type(await screen.findByLabelText('Current password'), 'correct horse')
  await userEvent.type(screen.getByRole('textbox', { name: /name/i }), 'Ada')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/but not your new password/)
  expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true')
  expect(sent.filter(({ method }) => method !== 'GET').map(({ body }) => body)).toEqual([{ name: 'Ada' }])
})

test.each(['Name', 'New password'])('asks before another tab discards what is typed as %s', async (label) => {
  serve({ ...signedInAs(ACCOUNT) })
  const { router } = renderPage(<AccountPage />)
  await userEvent.type(await screen.findByLabelText(label), 'staple')
  await userEvent.click(screen.getByRole('tab', { name: 'Security' }))
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(router.state.location.search).toEqual({})
  expect(screen.getByLabelText<HTMLInputElement>(label).value).toMatch(/staple$/)
})
