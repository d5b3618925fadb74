import { describe, expect, test } from 'vitest'
import { forbidsScripts, readPolicies, refusedBy, refusesInline, type CspKind } from './embed-csp.ts'

const PAGE = new URL('https://shop.example/lamps')
const SCRIPT = 'https://chat.example/widget.js'

function ask(policy: string, { kind = 'script', target = SCRIPT, page = PAGE, nonce = '' }: Partial<Ask> = {}) {
  const [read] = readPolicies(policy)
  if (!read) throw new Error('no policy')
  return refusedBy(read, kind, new URL(target), page, { nonce })
}
interface Ask {
  kind: CspKind
  target: string
  page: URL
  nonce: string
}

describe('allowed loads', () => {
  test.each([
    ['nothing is said', 'img-src https:', {}, undefined],
    ['no source at all', 'script-src', {}, 'script-src'],
    ["'none'", "script-src 'none'", {}, 'script-src'],
    ["only 'self'", "script-src 'self'", {}, 'script-src'],
    ["'self' for the page's own", "script-src 'self'", { target: 'https://shop.example/widget.js' }, undefined],
    [
      "'self' of a plain page for its secure twin",
      "script-src 'self'",
      {
        page: new URL('http://chat.example/'),
      },
      undefined,
    ],
    [
      "'self' not for another port",
      "script-src 'self'",
      { target: 'https://shop.example:8443/widget.js' },
      'script-src',
    ],
    ['the origin', 'script-src https://chat.example', {}, undefined],
    ['the host alone', 'script-src chat.example', {}, undefined],
    ['the host in capitals', 'SCRIPT-SRC Chat.Example', {}, undefined],
    ['another host', 'script-src https://cdn.example', {}, 'script-src'],
    ['a wildcard above it', 'script-src *.example', {}, undefined],
    ['a wildcard does not mean the name itself', 'script-src *.chat.example', {}, 'script-src'],
    ['everything', 'script-src *', {}, undefined],
    ['everything secure', 'script-src https:', {}, undefined],
    ['http: means https too', 'script-src http:', {}, undefined],
    ['a scheme that is not its own', 'script-src data:', {}, 'script-src'],
    [
      'a plain host on a secure page',
      'script-src chat.example',
      { target: 'http://chat.example/widget.js' },
      'script-src',
    ],
    ['another port', 'script-src https://chat.example:8443', {}, 'script-src'],
    ['any port', 'script-src https://chat.example:*', { target: 'https://chat.example:8443/widget.js' }, undefined],
    [
      'no port means the usual one',
      'script-src chat.example',
      { target: 'https://chat.example:8443/widget.js' },
      'script-src',
    ],
    ['port 80 that became secure', 'script-src http://chat.example:80', {}, undefined],
    ['the very path', 'script-src https://chat.example/widget.js', {}, undefined],
    ['another path', 'script-src https://chat.example/other.js', {}, 'script-src'],
    ['a folder', 'script-src https://chat.example/assets/', {}, 'script-src'],
    ['the folder it is in', 'script-src https://chat.example/', {}, undefined],
    ['default-src where script-src is absent', "default-src 'self'", {}, 'default-src'],
    ['script-src before default-src', "default-src 'none'; script-src https:", {}, undefined],
    ['script-src-elem before script-src', "script-src https:; script-src-elem 'self'", {}, 'script-src-elem'],
    ['the first of two', "script-src 'self'; script-src *", {}, 'script-src'],
    ['its nonce', "script-src 'nonce-aBc'", { nonce: 'aBc' }, undefined],
    ['another nonce', "script-src 'nonce-aBc'", { nonce: 'abc' }, 'script-src'],
    ['a nonce that it lacks', "script-src 'nonce-aBc'", {}, 'script-src'],
    ["'strict-dynamic' takes hosts their force", "script-src 'strict-dynamic' https: 'nonce-x'", {}, 'script-src'],
    ["'strict-dynamic' with the nonce", "script-src 'strict-dynamic' 'nonce-x'", { nonce: 'x' }, undefined],
    ["'unsafe-inline' does not open addresses", "script-src 'unsafe-inline'", {}, 'script-src'],
    ['connect-src', "connect-src 'self'", { kind: 'connect' }, 'connect-src'],
    ['connect-src by default-src', "default-src 'self'; script-src https:", { kind: 'connect' }, 'default-src'],
    ['frame-src', "frame-src 'none'", { kind: 'frame' }, 'frame-src'],
    ['child-src where frame-src is absent', "child-src 'none'", { kind: 'frame' }, 'child-src'],
    ['frame-src before child-src', "child-src 'none'; frame-src https:", { kind: 'frame' }, undefined],
    ["'strict-dynamic' is of scripts alone", "default-src 'strict-dynamic' https:", { kind: 'frame' }, undefined],
  ] satisfies [string, string, Partial<Ask>, string | undefined][])('%s', (_, policy, how, expected) => {
    expect(ask(policy, how)).toBe(expected)
  })

  test('reads several policies of a header, and ignores nonsense', () => {
    expect(readPolicies("script-src 'self', connect-src https:; , ;; ")).toHaveLength(2)
    expect(readPolicies('')).toEqual([])
  })

  test('inline scripts', () => {
    const inline = (policy: string, nonce = '') => {
      const [read] = readPolicies(policy)
      return read && refusesInline(read, { nonce })
    }
    expect(inline("script-src 'self'")).toBe('script-src')
    expect(inline("script-src 'unsafe-inline'")).toBeUndefined()
    expect(inline("script-src 'unsafe-inline' 'nonce-x'")).toBe('script-src')
    expect(inline("script-src 'nonce-x'", 'x')).toBeUndefined()
    expect(inline("script-src 'sha256-abc='")).toBeUndefined()
    expect(inline("img-src 'self'")).toBeUndefined()
  })

  test('a sandbox without scripts', () => {
    const sandboxed = (policy: string) => readPolicies(policy).some(forbidsScripts)
    expect(sandboxed('sandbox')).toBe(true)
    expect(sandboxed('sandbox allow-forms allow-scripts')).toBe(false)
    expect(sandboxed("script-src 'self'")).toBe(false)
  })
})
