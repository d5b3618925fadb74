import { expect, test } from 'vitest'
import { siteAllowed } from './sites.ts'

test.each([
  [[], 'https://anything.example/', true],
  [['shop.example'], 'https://shop.example/', true],
  [['shop.example'], 'http://SHOP.example./page', true],
  [['shop.example'], 'https://www.shop.example/', false],
  [['shop.example'], 'https://notshop.example/', false],
  [['*.shop.example'], 'https://www.shop.example/', true],
  [['*.shop.example'], 'https://a.b.shop.example/', true],
  [['*.shop.example'], 'https://shop.example/', false],
  [['*.shop.example'], 'https://evilshop.example/', false],
  [['shop.example'], 'https://shop.example:8443/', false],
  [['shop.example:8443'], 'https://shop.example:8443/', true],
  [['shop.example:8443'], 'https://shop.example/', false],
  [['shop.example:443'], 'https://shop.example/', true],
  [['localhost:5173'], 'http://localhost:5173/', true],
  [['other.example', '*.shop.example'], 'https://x.shop.example/', true],
] as const)('%j and %s: %s', (allowed, site, expected) => {
  expect(siteAllowed(allowed, new URL(site))).toBe(expected)
})
