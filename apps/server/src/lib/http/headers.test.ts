import { expect, test } from 'vitest'
import { allowCardForm, securityHeaders } from './headers.ts'

test('lets the card form of the provider run in the dashboard, and nothing else', () => {
  const policy = allowCardForm(securityHeaders('dashboard', true))['content-security-policy']?.split('; ') ?? []
  expect(policy).toContain("script-src 'self' https://*.js.stripe.com https://js.stripe.com")
  expect(policy).toContain("connect-src 'self' https://api.stripe.com")
  expect(securityHeaders('dashboard', true)['content-security-policy']).not.toContain('stripe')
})
