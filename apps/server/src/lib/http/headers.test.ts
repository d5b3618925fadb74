import { expect, test } from 'vitest'
import { allowCardForm, securityHeaders } from './headers.ts'

test('allows only the provider’s card form in the dashboard', () => {
  const policy = allowCardForm(securityHeaders('dashboard', true))['content-security-policy']?.split('; ') ?? []
  expect(policy).toContain("script-src 'self' https://*.js.stripe.com https://js.stripe.com")
  expect(policy).toContain("connect-src 'self' https://api.stripe.com")
  expect(securityHeaders('dashboard', true)['content-security-policy']).not.toContain('stripe')
})
