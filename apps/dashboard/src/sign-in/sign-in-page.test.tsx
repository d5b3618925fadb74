import { AgencyProfile, PublicAgency } from '@parlance/contract/agencies/schemas'
import { render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import { userEvent } from '@testing-library/user-event'
import { Fault, Refusal, type SignInApi, signInApi } from './api.ts'
import { keepPasswordToken } from './password-token.ts'
import { NewPasswordForm, SignInForm } from './sign-in-page.tsx'
import { makeTexts } from './texts.ts'

const agency = PublicAgency.parse({ ...AgencyProfile.parse({}), ID: 'a' })
const NOTHING = { token: '', username: '', password: '', secret: '' }

test('offers no code for a forgotten password when a secret from the address is refused', async () => {
  const api = {
    ...signInApi('eu', 'a'),
    current: () => Promise.resolve(undefined),
    bySecret: () => Promise.reject(new Refusal({ code: 'INVALID_CREDENTIALS', message: 'Not valid.' })),
  }
  const brought = { ...NOTHING, secret: 'old' }
  render(<SignInForm api={api} agency={agency} t={(key) => key} brought={brought} onEnter={() => undefined} />)
  expect((await screen.findByRole('alert')).textContent).toBe('Not valid.')
  expect(screen.queryByText('signIn.forgotten')).toBeNull()
})

const form = (api: Partial<SignInApi>, brought = NOTHING) =>
  render(
    <SignInForm
      api={{ ...signInApi('eu', 'a'), current: () => Promise.resolve(undefined), ...api }}
      agency={agency}
      t={makeTexts({})}
      brought={brought}
      onEnter={() => undefined}
    />,
  )

test.each<[string, Error, string]>([
  ['fails', new Fault(), 'An error occurred during sign in.'],
  ['is refused without a reason', new Refusal({}), 'Failed to sign in'],
  ['is refused with a reason', new Refusal({ message: 'Try again in a minute.' }), 'Try again in a minute.'],
])('says so when a sign-in %s', async (_how, error, text) => {
  form({ byPassword: () => Promise.reject(error) })
  await userEvent.type(screen.getByLabelText('Email'), 'mia@example.org')
  await userEvent.type(screen.getByLabelText('Password'), 'a password')
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  expect((await screen.findByRole('alert')).textContent).toBe(text)
})

test('says when signing in with the secret of the address fails', async () => {
  form({ bySecret: () => Promise.reject(new Fault()) }, { ...NOTHING, secret: 'of the agency' })
  expect((await screen.findByRole('alert')).textContent).toBe('Error occurred signing in with admin access.')
})

test('a refused token shows why, and the form can be used', async () => {
  form(
    {
      byToken: () => Promise.reject(new Refusal({ code: 'INVALID_CREDENTIALS', message: 'This link has expired.' })),
      byPassword: () => Promise.resolve({} as ClientSession),
    },
    { ...NOTHING, token: 'bad' },
  )
  await screen.findByText('This link has expired.', { exact: false })
  await userEvent.type(screen.getByLabelText('Email'), 'mia@example.org')
  await userEvent.type(screen.getByLabelText('Password'), 'a password')
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByText('Signed in successfully.')
})

test('shows the first form without an error when a wrong code is cancelled', async () => {
  const wrong = new Refusal({ code: 'INVALID_CREDENTIALS', message: 'Not the code.' })
  form({ code: (_email, code) => (code === undefined ? Promise.resolve(null) : Promise.reject(wrong)) })
  await userEvent.type(screen.getByLabelText('Email'), 'mia@example.org')
  await userEvent.click(screen.getByRole('button', { name: 'Email Login Code' }))
  await userEvent.type(await screen.findByLabelText('Login Code'), '000000')
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByText('Not the code.', { exact: false })
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByLabelText('Password')
  expect(screen.queryByText('Not the code.', { exact: false })).toBeNull()
})

describe('setting a password', () => {
  afterEach(() => sessionStorage.clear())
  const setPassword = async (answer: () => Promise<ClientSession>) => {
    expect(keepPasswordToken('mailed')).toBe('mailed')
    render(
      <NewPasswordForm
        api={{ ...signInApi('eu', 'a'), setPassword: answer }}
        t={makeTexts({})}
        brought={{ ...NOTHING, token: 'mailed' }}
        onEnter={() => undefined}
        signInHref="/app/eu/sign-in/a"
      />,
    )
    await userEvent.type(screen.getByLabelText('New password'), 'a long password')
    await userEvent.click(screen.getByRole('button', { name: 'Set password' }))
  }

  test.each<[string, Error, string]>([
    ['is kept for a reload when the server fails', new Fault(), 'mailed'],
    [
      'is kept when the password is refused',
      new Refusal({ code: 'INVALID_INPUT', message: 'Choose another.' }),
      'mailed',
    ],
    ['is forgotten once it is used up', new Refusal({ code: 'INVALID_TOKEN', message: 'Already used.' }), ''],
  ])('the token %s, and the way to sign-in is shown', async (_how, error, kept) => {
    await setPassword(() => Promise.reject(error))
    await screen.findByRole('alert')
    expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe('/app/eu/sign-in/a')
    expect(keepPasswordToken('')).toBe(kept)
  })

  test('the token is forgotten once the password is set', async () => {
    await setPassword(() => Promise.resolve({} as ClientSession))
    await screen.findByText('Signed in successfully.')
    expect(keepPasswordToken('')).toBe('')
  })
})
