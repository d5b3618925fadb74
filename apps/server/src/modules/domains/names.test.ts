import { AppError } from '@parlance/contract/lib/errors'
import { expect, test } from 'vitest'
import { customName, mailName, productName } from './names.ts'

const own = ['app.parlance.test', 'agents.parlance.test']
const refusal = (work: () => unknown): string => {
  try {
    work()
    return ''
  } catch (error) {
    return error instanceof AppError ? error.message : String(error)
  }
}

test.each([
  [' App.Example.COM ', 'app.example.com', 'example.com', 'app'],
  ['https://chat.example.com/login', 'chat.example.com', 'example.com', 'chat'],
  ['example.co.uk', 'example.co.uk', 'example.co.uk', '@'],
  ['help.chat.example.co.uk', 'help.chat.example.co.uk', 'example.co.uk', 'help.chat'],
  ['hilfe.bücher.de', 'hilfe.xn--bcher-kva.de', 'xn--bcher-kva.de', 'hilfe'],
  [`${'a'.repeat(63)}.example.com`, `${'a'.repeat(63)}.example.com`, 'example.com', 'a'.repeat(63)],
])('takes %j as %s', (typed, host, domain, subdomain) => {
  expect(customName(typed, own, true)).toEqual({ host, domain, subdomain })
})

test.each([
  ['', 'Please enter a custom domain'],
  ['   ', 'Please enter a custom domain'],
  ['example.com', 'Please input a subdomain: "example.com"'],
  ['co.uk', 'Please input a subdomain: "co.uk"'],
  [`${'a'.repeat(64)}.example.com`, 'This isn’t a domain name.'],
  ['localhost', 'This isn’t a domain name.'],
  ['10.0.0.1', 'This isn’t a domain name.'],
  ['chat.example.doesnotexist', 'This isn’t a domain name.'],
  ['_dmarc.example.com', 'This isn’t a domain name.'],
  ['a..example.com', 'This isn’t a domain name.'],
  ['app.раypal.com', 'This name mixes letters that look alike, so we can’t accept it.'],
  ['app.parlance.test', 'This address belongs to the platform.'],
  ['x.agents.parlance.test', 'This address belongs to the platform.'],
])('refuses %j: %s', (typed, message) => expect(refusal(() => customName(typed, own, true))).toBe(message))

test('asks for a subdomain of a domain itself where the installation has no address for an A record', () => {
  expect(refusal(() => customName('example.co.uk', own, false))).toBe('Please input a subdomain: "example.co.uk"')
  expect(customName('chat.example.co.uk', own, false).subdomain).toBe('chat')
})

test.each([
  ['My Brand', 'mybrand.agents.test'],
  ['brand.agents.test', 'brand.agents.test'],
])('makes a product subdomain of %j', (typed, host) => expect(productName(typed, 'agents.test')).toBe(host))

test.each(['', 'a.b', 'xn--80ak6aa92e', '-a', 'a'.repeat(64), 'brand_x', 'марка'])(
  'says how a product subdomain is written when it gets %j',
  (typed) =>
    expect(refusal(() => productName(typed, 'agents.test'))).toBe(
      'Enter a name of up to 63 letters (a–z), digits and hyphens.',
    ),
)

test('treats names that look official as taken', () =>
  expect(refusal(() => productName('www', 'agents.test'))).toBe('This domain already exists. Please try another one.'))

test.each([
  ['example.com', 'example.com'],
  [' https://Mail.Example.com/inbox ', 'example.com'],
  ['a.b.example.co.uk', 'example.co.uk'],
])('reduces the mail domain %j to %s', (typed, domain) => expect(mailName(typed, ['app.parlance.test'])).toBe(domain))

test('lets no agency send from the installation’s domain', () => {
  for (const typed of ['parlance.test', 'mail.parlance.test', 'app.parlance.test'])
    expect(
      refusal(() => mailName(typed, ['app.parlance.test'])),
      typed,
    ).toBe('This address belongs to the platform.')
})
