import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importCurl } from './curl.ts'
import { toolRequest } from '@parlance/engine/tools/request'
import { splitShellWords } from './shell.ts'
import { Tool } from '@parlance/contract/tools/schemas'
import type { ImportResult } from './collector.ts'

const sentences = ({ notes }: Pick<ImportResult, 'notes'>) => notes.map(({ message }) => message).join(' ')

const one = (text: string) => {
  const [tool] = importCurl(text).tools
  if (!tool) throw new Error(sentences(importCurl(text)))
  return tool
}
const fields = (text: string) =>
  one(text).fields.map(({ key, in: place, type, value, isEnv }) => [key, place, type, isEnv ? `$${value}` : value])

test.each<[string, string[]]>([
  [`a  b\tc`, ['a', 'b', 'c']],
  [`'a b' "c d" e\\ f`, ['a b', 'c d', 'e f']],
  [`a'b'"c"d`, ['abcd']],
  [`"a\\"b\\\\c\\n$X"`, ['a"b\\c\\n$X']],
  [`$'a\\n\\x41\\u00e9\\'b'`, ["a\nAé'b"]],
  ['a \\\n  b \\\r\n c', ['a', 'b', 'c']],
  ['a\nb', ['a']],
  ['a | b', ['a']],
  ['a && b', ['a']],
  ['a x=1&y=2', ['a', 'x=1&y=2']],
  [`'' ""`, ['', '']],
  [`'open`, ['open']],
  ['a\\', ['a']],
])('the words of %j', (text, words) => expect(splitShellWords(text)).toEqual(words))

describe('a command', () => {
  test.each<[string, Partial<Tool>]>([
    [
      'curl https://api.example.com/v1/orders',
      { method: 'GET', name: 'get_orders', serverUrl: 'https://api.example.com/v1/orders' },
    ],
    ['$ curl -sSL -X DELETE "https://a.example/x/{id}"', { method: 'DELETE', serverUrl: 'https://a.example/x/{id}' }],
    ['curl -XPUT a.example', { method: 'PUT', serverUrl: 'http://a.example' }],
    ['curl --request PATCH --url https://a.example/x', { method: 'PATCH' }],
    ["curl https://a.example -d 'a=1'", { method: 'POST' }],
    ["curl -G https://a.example -d 'a=1'", { method: 'GET' }],
    ['curl https://a.example -m 2.5', { timeoutMs: 3000 }],
    ['curl https://a.example/{{base}}/x', { serverUrl: 'https://a.example/{base}/x' }],
  ])('%s', (text, expected) => expect(one(text)).toMatchObject(expected))

  test('of several lines, with JSON and a bearer token', () => {
    const text = `curl -X POST https://api.shop.example/v2/leads?src=web \\
      -H 'Content-Type: application/json' \\
      -H "Authorization: Bearer sk-very-secret" \\
      --data-raw '{"email": "a@b.c", "n": 1, "price": 1.5, "ok": true, "tags": [], "o": {"x": 1}, "none": null}'`
    expect(fields(text)).toEqual([
      ['src', 'query', 'string', ''],
      ['Content-Type', 'header', 'string', 'application/json'],
      ['Authorization', 'header', 'string', '$Bearer {SHOP_TOKEN}'],
      ['email', 'body', 'string', ''],
      ['n', 'body', 'integer', ''],
      ['price', 'body', 'number', ''],
      ['ok', 'body', 'boolean', ''],
      ['tags', 'body', 'array', ''],
      ['o', 'body', 'object', ''],
      ['none', 'body', 'string', ''],
    ])
    expect(JSON.stringify(importCurl(text))).not.toContain('sk-very-secret')
    expect(sentences(importCurl(text))).toContain('SHOP_TOKEN')
  })

  test.each<[string, unknown[]]>([
    [
      "curl https://a.example -d 'a=1' -d 'b=x%20y'",
      [
        ['Content-Type', 'header', 'string', 'application/x-www-form-urlencoded'],
        ['a', 'body', 'string', ''],
        ['b', 'body', 'string', ''],
      ],
    ],
    ["curl https://a.example --data-urlencode 'q=a b&c' -G", [['q', 'query', 'string', '']]],
    [`curl https://a.example --json '{"a":1}'`, [['a', 'body', 'integer', '']]],
    ['curl https://api.a.example -u me:password', [['Authorization', 'header', 'string', '$A_BASIC_AUTH']]],
    ['curl https://a.example -b "sid=1"', [['Cookie', 'header', 'string', '$A_COOKIE']]],
    [
      'curl https://a.example -H "X-Api-Key: k" -H "Host: b" -H "sec-fetch-mode: cors" -H "X-Plan: pro"',
      [
        ['X-Api-Key', 'header', 'string', '$A_X_API_KEY'],
        ['X-Plan', 'header', 'string', 'pro'],
      ],
    ],
    [
      'curl "https://a.example/?api_key=k&x=1"',
      [
        ['api_key', 'query', 'string', '$A_API_KEY'],
        ['x', 'query', 'string', ''],
      ],
    ],
  ])('%s', (text, expected) => expect(fields(text)).toEqual(expected))

  test.each([
    '',
    'wget x',
    'curl',
    'curl ftp://x',
    'curl file:///etc/passwd',
    'curl https://{h}/',
    'curl https://u:p@a.example',
    `curl ${'x'.repeat(300_000)}`,
  ])('that is none gives a reason: %s', (text) =>
    expect(importCurl(text)).toMatchObject({ tools: [], notes: [{ message: expect.stringMatching(/\w{4}/) }] }),
  )

  test('says what it left out', () => {
    expect(sentences(importCurl('curl https://a.example -F file=@x -d @body.json -k'))).toMatch(/--form.*-k.*file/s)
  })
})

test('never throws, and returns a valid tool that keeps its host', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'curl',
      'https://a.example/x',
      "'",
      '"',
      '\\',
      '\n',
      '-d',
      '-H',
      '-X',
      'POST',
      '-u',
      '-G',
      '--json',
      '{"a":1}',
      'A: b',
      "$'",
      '&',
      '|',
      'a=b',
      '@f',
      '{x}',
      '-',
      '--',
      '--data=',
      '%',
      ':',
      '\u0000',
      '\uD800',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      for (const tool of importCurl(`curl https://a.example/ ${pieces.join(' ')}`).tools) {
        expect(Tool.safeParse(tool).success).toBe(true)
        const result = toolRequest(tool, { arguments: {}, variables: {}, secrets: {} })
        if ('request' in result) expect(URL.canParse(result.request.url)).toBe(true)
      }
    }),
    { seed: 5, numRuns: 1500 },
  )
})
