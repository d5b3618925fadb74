import { englishOf } from '@parlance/i18n/messages'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { masker } from '@parlance/contract/tools/mask'
import { originOf, secretNames, shownRequest, toolProblems, toolRequest, type ToolRequest } from './request.ts'
import { toolArguments, toolSpec } from './spec.ts'
import { Tool, TOOL_METHODS } from '@parlance/contract/tools/schemas'

const tool = (differences: object = {}) =>
  Tool.parse({ id: 't', name: 't', serverUrl: 'https://api.example.com/v1', ...differences })
const filling = (args: Record<string, unknown> = {}, variables = {}, secrets = {}) => ({
  arguments: args,
  variables,
  secrets,
})
function built(one: Tool, ...given: Parameters<typeof filling>): ToolRequest {
  const result = toolRequest(one, filling(...given))
  if ('problems' in result) throw new Error(result.problems.map(englishOf).join(' '))
  return result.request
}
const problems = (one: Tool, ...given: Parameters<typeof filling>) => {
  const result = toolRequest(one, filling(...given))
  return 'problems' in result ? result.problems.map(englishOf) : []
}

describe('model schema', () => {
  test('has the selectable fields under unique valid names', () => {
    const one = tool({
      serverUrl: 'https://a.example/{id}',
      fields: [
        { key: 'id', in: 'path', description: 'Of the order' },
        { key: 'filter[status]', in: 'query', options: ['open', 'closed'] },
        { key: 'filter(status)', in: 'query' },
        { key: 'size', type: 'integer', options: ['1', '2'], required: true },
        { key: 'tags', type: 'array', options: ['a'] },
        { key: 'fixed', value: 'x' },
        { key: 'secret', isEnv: true, value: 'S' },
      ],
    })
    expect(toolSpec(one).parameters).toEqual({
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Of the order' },
        filter_status_: { type: 'string', enum: ['open', 'closed'] },
        filter_status__2: { type: 'string' },
        size: { type: 'integer', enum: [1, 2] },
        tags: { type: 'array', items: { type: 'string', enum: ['a'] } },
      },
      required: ['id', 'size'],
      additionalProperties: false,
    })
    expect(toolArguments(one)).toHaveLength(5)
  })
})

describe('a request', () => {
  test.each<[string, object, Parameters<typeof filling>, Partial<ToolRequest>]>([
    ['without fields has no body', { method: 'POST' }, [], { body: undefined }],
    ['has its body fields as JSON', { method: 'POST', fields: [{ key: 'a' }] }, [{ a: 'x' }], { body: '{"a":"x"}' }],
    ['has an empty body where nothing is given', { method: 'PUT', fields: [{ key: 'a' }] }, [], { body: '{}' }],
    [
      'of a GET sends them in the query',
      { fields: [{ key: 'a b', in: 'body' }] },
      [{ 'a b': 'x&y=z' }],
      { url: 'https://api.example.com/v1?a%20b=x%26y%3Dz', body: undefined },
    ],
    [
      'repeats lists and writes objects as JSON in a query',
      {
        fields: [
          { key: 'l', type: 'array' },
          { key: 'o', type: 'object' },
        ],
      },
      [{ l: [1, 'b'], o: { c: 1 } }],
      { url: 'https://api.example.com/v1?l=1&l=b&o=%7B%22c%22%3A1%7D' },
    ],
    [
      'fills the path and what stands in its query',
      { serverUrl: 'https://a.example/{x}/y?v={lang}#part', fields: [{ key: 'x', in: 'path' }] },
      [{ x: 'ö/?#%' }, { lang: 'de&x=1' }],
      { url: 'https://a.example/%C3%B6%2F%3F%23%25/y?v=de%26x%3D1' },
    ],
    [
      'is a form where its header says so',
      {
        method: 'POST',
        fields: [{ key: 'Content-Type', in: 'header', value: 'application/x-www-form-urlencoded' }, { key: 'a' }],
      },
      [{ a: 'x y&z' }],
      { body: 'a=x%20y%26z' },
    ],
    [
      'fills fixed values, in JSON within its texts only',
      {
        method: 'POST',
        fields: [
          { key: 'o', type: 'object', value: '{"who":"{name}","k":1}' },
          { key: 'n', type: 'number', value: '{count}' },
        ],
      },
      [{ o: 'ignored' }, { name: '","admin":true,"x":"', count: 3 }],
      { body: JSON.stringify({ o: { who: '","admin":true,"x":"', k: 1 }, n: 3 }) },
    ],
    [
      'sends values as they are stored, unless a text asks for a formatter',
      {
        method: 'POST',
        serverUrl: 'https://api.example.com/{day}/{day|medium}',
        fields: [{ key: 'a', value: '{day} {day|long} {price|currency:EUR}' }],
      },
      [{}, { day: '2026-11-25', price: 9 }],
      {
        url: 'https://api.example.com/2026-11-25/Nov%2025%2C%202026',
        body: '{"a":"2026-11-25 November 25, 2026 €9.00"}',
      },
    ],
    [
      'takes a variable before a secret of the same name, and neither is read again',
      { method: 'POST', fields: [{ key: 'a', value: '{x} {y} {z}' }] },
      [{}, { x: '{y}' }, { x: 'no', y: 'yes' }],
      { body: '{"a":"{y} yes "}' },
    ],
    [
      'reads numbers, truth values and lists that were written as text',
      {
        method: 'POST',
        fields: [
          { key: 'n', type: 'number' },
          { key: 'i', type: 'integer' },
          { key: 'b', type: 'boolean' },
          { key: 'l', type: 'array' },
          { key: 's' },
          { key: 'c', options: ['Red'] },
        ],
      },
      [{ n: ' 1.5 ', i: '7', b: 'TRUE', l: '[1]', s: 12, c: 'red' }],
      { body: '{"n":1.5,"i":7,"b":true,"l":[1],"s":"12","c":"Red"}' },
    ],
    [
      'leaves out what is empty',
      { method: 'POST', fields: [{ key: 'a' }, { key: 'b' }] },
      [{ a: null, b: '' }],
      { body: '{}' },
    ],
    [
      'knows __proto__ as a name',
      { method: 'POST', fields: [{ key: '__proto__' }] },
      [JSON.parse('{"__proto__":"x"}')],
      { body: '{"__proto__":"x"}' },
    ],
  ])('%s', (_, differences, given, expected) => {
    expect(built(tool(differences), ...given)).toMatchObject(expected)
  })

  test.each<[string, object, Parameters<typeof filling>, RegExp]>([
    ['a missing field', { fields: [{ key: 'a', required: true }] }, [], /“a” is missing/],
    [
      'a missing part of the path',
      { serverUrl: 'https://a.example/{x}', fields: [{ key: 'x', in: 'path' }] },
      [{ x: '' }],
      /“x” is missing/,
    ],
    ['a place that nothing fills', { serverUrl: 'https://a.example/{x}' }, [], /needs a value for \{x\}/],
    ['a wrong type', { fields: [{ key: 'a', type: 'integer' }] }, [{ a: 1.5 }], /whole number/],
    ['an object for a text', { fields: [{ key: 'a' }] }, [{ a: {} }], /must be text/],
    ['what is not among the options', { fields: [{ key: 'a', options: ['x'] }] }, [{ a: 'y' }], /one of: x/],
    [
      'a line break in a header',
      { fields: [{ key: 'X-A', in: 'header' }] },
      [{ 'X-A': 'a\r\nHost: evil' }],
      /character that headers/,
    ],
    [
      'a way out of the path',
      { serverUrl: 'https://a.example/v1/{x}/y', fields: [{ key: 'x', in: 'path' }] },
      [{ x: '..' }],
      /“\.”/,
    ],
    [
      'a secret that is not there',
      { fields: [{ key: 'A', in: 'header', isEnv: true, value: 'Bearer {T}' }] },
      [],
      /no secret called “T”/,
    ],
    ['a text of a megabyte', { method: 'POST', fields: [{ key: 'a' }] }, [{ a: 'x'.repeat(1_000_000) }], /too long/],
    ['a circle', { method: 'POST', fields: [{ key: 'a', type: 'object' }] }, [{ a: circle() }], /too long/],
    [
      'fixed JSON that is none',
      { method: 'POST', fields: [{ key: 'a', type: 'object', value: '{' }] },
      [],
      /isn’t valid JSON/,
    ],
  ])('is not made with %s', (_, differences, given, expected) => {
    expect(problems(tool(differences), ...given).join(' ')).toMatch(expected)
  })

  test.each([
    'Host',
    'content-length',
    'Connection',
    'Transfer-Encoding',
    'proxy-authorization',
    'Sec-Fetch-Site',
    'X-Forwarded-For',
  ])('never sets the header %s', (key) =>
    expect(toolProblems(tool({ fields: [{ key, in: 'header', value: 'x' }] }))[0]?.message).toMatch(/can’t be set/),
  )

  test('names the secrets it may need and reveals none', () => {
    const one = tool({
      method: 'POST',
      serverUrl: 'https://a.example/{KEY}',
      fields: [
        { key: 'Cookie', in: 'header', isEnv: true, value: 'id={SID}' },
        { key: 'q', in: 'query', isEnv: true, value: 'KEY' },
        { key: 'b', value: 'with {KEY}' },
      ],
    })
    expect(new Set(secretNames(one))).toEqual(new Set(['KEY', 'SID']))
    const secrets = { KEY: 'the/key', SID: 'the-session' }
    const shown = JSON.stringify(shownRequest(one, filling({}, {}, secrets)))
    expect(shown).toContain('https://a.example/***?q=***')
    expect(shown).not.toMatch(/the.key|the%2Fkey|the-session/)
  })
})

function circle(): object {
  const one: Record<string, unknown> = {}
  one['self'] = one
  return one
}

describe('masks', () => {
  test('covers secrets plain, encoded, escaped, and without their scheme', () => {
    const { text, json } = masker(['a b/"c', 'Bearer tokentoken', 'abc'])
    expect(text('a b/"c a%20b%2F%22c a+b%2F%22c a b/\\"c tokentoken abc')).toBe('*** *** *** *** *** abc')
    expect(json({ tokentoken: ['x tokentoken'], n: 1 })).toEqual({ '***': ['x ***'], n: 1 })
    expect(masker(['12345']).json([12_345, 1])).toEqual(['***', 1])
  })
})

describe('hostile values', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '//evil.example',
      '\\\\evil',
      '@evil.example',
      ':80@evil',
      '\r\nHost: evil',
      '?',
      '#',
      '{x}',
      '\uD800',
      'https://evil.example/',
      '\t',
      '/../../',
      '',
      ' ',
    ),
    fc.jsonValue({ maxDepth: 2 }),
  )
  const hosts = ['https://good.example', 'http://good.example:8080', 'https://[2606:4700::1]', 'http://1.1.1.1']
  const field = fc.record({
    key: fc.constantFrom('x', 'y', 'z', 'X-Head', 'Authorization', '__proto__', 'constructor'),
    in: fc.constantFrom('body', 'query', 'header', 'path'),
    type: fc.constantFrom('string', 'number', 'integer', 'boolean', 'object', 'array'),
    required: fc.boolean(),
    isEnv: fc.boolean(),
    value: fc.constantFrom('', 'S', '{v}', 'a {v} {S}', '{"a":"{v}"}', '[', '..'),
  })
  const world = fc.record({
    host: fc.constantFrom(...hosts),
    rest: fc.constantFrom(
      '',
      '/',
      '/a/{x}/b',
      '/{x}{y}',
      '/a?q={x}',
      '/{v}?z={S}',
      '/..{x}',
      '/.{x}/c',
      '/a\\{x}',
      '?{y}',
      '#{x}',
    ),
    method: fc.constantFrom(...TOOL_METHODS),
    fields: fc.uniqueArray(field, { maxLength: 5, selector: ({ key, in: place }) => `${place}${key.toLowerCase()}` }),
    args: fc.dictionary(fc.constantFrom('x', 'y', 'z', 'X-Head', 'Authorization', '__proto__', 'constructor'), nasty),
    variable: fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.double(), fc.boolean()),
    secret: fc.string({ unit: 'binary', minLength: 4, maxLength: 20 }),
  })

  test('[1.1e] scheme, host and port stay, no header breaks its line, fixed parts of the path stay, and nothing is thrown', () => {
    let made = 0
    fc.assert(
      fc.property(world, ({ host, rest, method, fields, args, variable, secret }) => {
        const one = Tool.safeParse({ id: 't', name: 't', serverUrl: `${host}${rest}`, method, fields })
        if (!one.success) return
        const result = toolRequest(one.data, filling(args, { v: variable }, { S: secret }))
        if ('problems' in result) {
          expect(result.problems.length).toBeGreaterThan(0)
          return
        }
        made += 1
        const { url, headers, body } = result.request
        expect(new URL(url).origin).toBe(new URL(host).origin)
        expect(new URL(url).origin).toBe(originOf(one.data.serverUrl))
        expect(new URL(url).username).toBe('')
        if (rest === '/a/{x}/b') expect(new URL(url).pathname).toMatch(/^\/a\/[^/]+\/b$/)
        for (const [name, value] of Object.entries(headers)) {
          expect(name).toMatch(/^[a-z_-]+$/)
          expect(value).not.toMatch(/[\r\n\0]/)
        }
        // Whatever fetch would reject is rejected earlier.
        expect(() => new Headers(headers)).not.toThrow()
        if (body !== undefined && headers['content-type'] === 'application/json') JSON.parse(body)
      }),
      { seed: 7, numRuns: 5000 },
    )
    expect(made).toBeGreaterThan(300)
  })

  test('never shows a secret in a request', () => {
    fc.assert(
      fc.property(
        world,
        fc.stringMatching(/^[a-zA-Z0-9/+= "]{12,30}$/),
        ({ host, rest, method, fields, args }, secret) => {
          const one = Tool.safeParse({ id: 't', name: 't', serverUrl: `${host}${rest}`, method, fields })
          if (!one.success) return
          const shown = JSON.stringify(shownRequest(one.data, filling(args, {}, { S: secret })))
          for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
            expect(shown).not.toContain(form)
        },
      ),
      { seed: 8 },
    )
  })
})

test('removes placeholders of unknown values', () => {
  const one = tool({
    method: 'POST',
    fields: [
      { key: 'x-trace', in: 'header', value: '{Gro_e_cm}' },
      { key: 'x-known', in: 'header', value: 'a{known}{unknown}' },
      { key: 'greeting', value: 'Hello {name|default:there}!' },
      { key: 'size', value: '{Gro_e_cm}' },
      { key: 'query', value: '{viewer{login}}' },
      { key: 'deep', type: 'object', value: '{"a":["{unknown} cm"]}' },
    ],
  })
  const { headers, body } = built(one, {}, { known: 'b' })
  expect(headers).toMatchObject({ 'x-known': 'ab' })
  expect(headers).not.toHaveProperty('x-trace')
  expect(JSON.parse(body ?? '')).toEqual({
    greeting: 'Hello there!',
    query: '{viewer{login}}',
    deep: { a: [' cm'] },
  })
})
