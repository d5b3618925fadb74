import { AgencyProfile, PublicAgency } from '@parlance/contract/agencies/schemas'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Refusal, signInApi } from './api.ts'
import { SignInForm } from './sign-in-page.tsx'

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
