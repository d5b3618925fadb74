import { expect, test } from 'vitest'
import { agencyOrigin } from '../../../lib/agency/origin.ts'
import { prototypeHref } from './prototype-link.ts'

const none = { customDomain: '', isVerifiedCustomDomain: false, VGsubDomain: '', isVerifiedSubDomain: false }
const own = { ...none, customDomain: 'chat.agency.example' }
const sub = { ...none, VGsubDomain: 'agency.parlance.example' }

test('keeps the port of the host for a page without https', () => {
  const page = { protocol: 'http:', port: '3000' }
  expect(agencyOrigin({ ...sub, isVerifiedSubDomain: true }, page)).toBe('http://agency.parlance.example:3000')
})

test.each([
  ['no agency', undefined, '/app/eu/prototype?vg_id=AbCdEfGhIjKlMnOp'],
  ['an agency without addresses', none, '/app/eu/prototype?vg_id=AbCdEfGhIjKlMnOp'],
  ['a custom domain that is not verified', own, '/app/eu/prototype?vg_id=AbCdEfGhIjKlMnOp'],
  [
    'a verified custom domain',
    { ...own, isVerifiedCustomDomain: true },
    'https://chat.agency.example/eu/prototype/AbCdEfGhIjKlMnOp',
  ],
  [
    'a verified subdomain',
    { ...sub, isVerifiedSubDomain: true },
    'https://agency.parlance.example/eu/prototype/AbCdEfGhIjKlMnOp',
  ],
  [
    'both',
    { ...own, ...sub, customDomain: 'chat.agency.example', isVerifiedCustomDomain: true, isVerifiedSubDomain: true },
    'https://chat.agency.example/eu/prototype/AbCdEfGhIjKlMnOp',
  ],
])('%s', (_, agency, href) => {
  expect(prototypeHref('eu', 'AbCdEfGhIjKlMnOp', agency, { protocol: 'https:', port: '' })).toBe(href)
})
