import { describe, expect, test } from 'vitest'
import { opensPage, pageAddress } from './page-address.ts'

const shop = 'https://shop.example'

describe('pageAddress', () => {
  test.each([
    ['', ''],
    ['javascript:alert(1)', ''],
    ['data:text/html,<script>1</script>', ''],
    ['file:///etc/passwd', ''],
    ['blob:https://shop.example/1', ''],
    ['no address', ''],
    // Credentials, query, fragment.
    ['https://ada:secret@shop.example/lamps', `${shop}/lamps`],
    [`${shop}/lamps?token=abc&email=ada@example.com#access_token=1`, `${shop}/lamps`],
    [`${shop}/cart;jsessionid=1A2B3C?x=1`, `${shop}/cart`],
    [`${shop}/cart%3Bjsessionid=1A2B3C`, `${shop}/cart`],
    // Parts of the path that may be secret.
    [`${shop}/reset-password/8f3a92`, `${shop}/reset-password/***`],
    [`${shop}/invite/ab12cd/accept`, `${shop}/invite/***/accept`],
    [`${shop}/unsubscribe/ada%40example.com`, `${shop}/unsubscribe/***`],
    [`${shop}/u/ada@example.com`, `${shop}/u/***`],
    [`${shop}/proxy/https://ada:pw@host`, `${shop}/proxy/https://***`],
    [`${shop}/t/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln`, `${shop}/t/***`],
    [`${shop}/s/sk_live_abcdefghij`, `${shop}/s/***`],
    [`${shop}/o/3f2504e0-4f89-11d3-9a0c-0305e82c3301`, `${shop}/o/***`],
    [`${shop}/f/9e107d9d372bb6826bd81d3542a419d6`, `${shop}/f/***`],
    [`${shop}/m/pQ7zR_x2Vb-93LkTnW0a`, `${shop}/m/***`],
    [`${shop}/pay/4111111111111111`, `${shop}/pay/***`],
    [`${shop}/pay/4111-1111-1111-1111`, `${shop}/pay/***`],
  ])('%s → %s', (url, kept) => {
    expect(pageAddress(url)).toBe(kept)
    // Idempotent, for stored ones.
    expect(pageAddress(kept)).toBe(kept)
  })

  test.each([
    `${shop}/`,
    `${shop}/products/iphone-15-pro-max-256gb-blue-2024`,
    `${shop}/blog/2024/11/how-to-reset-your-password-in-5-steps`,
    `${shop}/Kategorien/Wohnzimmer/Deckenleuchten`,
    `${shop}/wiki/Sch%C3%B6ne_Gr%C3%BC%C3%9Fe_aus_M%C3%BCnchen`,
    `${shop}/reset/password`,
    `${shop}/code/examples`,
    `${shop}/dp/B08N5WRWNW`,
    `${shop}/news/1234567890123`,
    `${shop}/@ada/someLongCamelCasedTitle`,
    `${shop}/app/eu/prototype/aB3dE5gH7jK9mN1p`,
  ])('keeps %s', (url) => expect(pageAddress(url)).toBe(url))

  test.each([0, 1, 2])('cuts a long address before an escape, not within it (%i)', (shift) => {
    const page = pageAddress(`https://x.example/${'a'.repeat(shift)}${'%C3%BC'.repeat(100)}`)
    expect(page.length).toBeGreaterThan(495)
    expect(page.length).toBeLessThanOrEqual(500)
    expect(page).toMatch(/%[\dA-F]{2}$/)
  })
})

test.each([
  [`${shop}/lamps`, true],
  ['http://shop.example/', true],
  [`${shop}/reset-password/***`, false],
  ['javascript:alert(1)', false],
  ['', false],
])('%s leads to a page: %s', (address, opens) => expect(opensPage(address)).toBe(opens))
