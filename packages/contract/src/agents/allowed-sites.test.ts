import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allowsOrigin, frameAncestors } from './allowed-sites.ts'

describe('origins', () => {
  test.each<[domains: string[], origin: string, allowed: boolean]>([
    [[], 'https://anything.test', true],
    [[], 'null', true],
    [['example.com'], 'https://example.com', true],
    [['example.com'], 'http://example.com', true],
    [['EXAMPLE.com'], 'https://example.com', true],
    [['example.com'], 'https://www.example.com', false],
    [['example.com'], 'https://example.com.evil.test', false],
    [['example.com'], 'https://notexample.com', false],
    [['example.com'], 'https://example.com:8443', false],
    [['example.com:8443'], 'https://example.com:8443', true],
    [['example.com:8443'], 'https://example.com', false],
    [['example.com:443'], 'https://example.com', true],
    [['*.example.com'], 'https://shop.example.com', true],
    [['*.example.com'], 'https://a.b.example.com', true],
    [['*.example.com'], 'https://example.com', false],
    [['*.example.com'], 'https://badexample.com', false],
    [['*.example.com:3000'], 'http://a.example.com:3000', true],
    [['127.0.0.1:4000', 'localhost:4000'], 'http://localhost:4000', true],
    [['127.0.0.1:4000'], 'http://localhost:4000', false],
    [['example.com'], 'null', false],
    [['example.com'], '', false],
    [['example.com'], 'file://example.com', false],
    [['example.com'], 'chrome-extension://example.com', false],
  ])('%j and %s: %s', (domains, origin, allowed) => {
    expect(allowsOrigin(domains, origin)).toBe(allowed)
  })
})

describe('the policy', () => {
  test.each<[domains: string[], sources: string]>([
    [[], '*'],
    [['example.com'], "'self' http://example.com"],
    [['*.Example.com', 'localhost:3000'], "'self' http://*.example.com http://localhost:3000"],
    [['example.com:443', 'example.com'], "'self' http://example.com"],
    [["x'; script-src *", 'a b', 'https://example.com', '*'], "'self'"],
  ])('%j', (domains, sources) => {
    expect(frameAncestors(domains)).toBe(sources)
  })

  test('no typed text escapes its directive', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (domains) => {
        expect(frameAncestors(domains)).toMatch(/^'self'( http:\/\/(\*\.)?[a-z0-9.-]+(:\d+)?)*$/)
      }),
    )
  })
})
