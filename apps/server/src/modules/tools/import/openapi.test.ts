import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importOpenApi } from './openapi.ts'
import { toolProblems } from '@parlance/engine/tools/request'
import { Tool } from '@parlance/contract/tools/schemas'
import type { ImportResult } from './collector.ts'

const sentences = ({ notes }: Pick<ImportResult, 'notes'>) => notes.map(({ message }) => message).join(' ')

const base = {
  openapi: '3.1.0',
  servers: [{ url: 'https://api.shop.example/{v}/', variables: { v: { default: 'v1' } } }],
}
const schemas = {
  Node: { type: 'object', properties: { name: { type: 'string' }, next: { $ref: '#/components/schemas/Node' } } },
  Base: { properties: { id: { type: 'integer', readOnly: true }, kind: { enum: ['a', 'b'] } }, required: ['kind'] },
  Order: {
    allOf: [{ $ref: '#/components/schemas/Base' }, { $ref: '#/components/schemas/Order' }],
    properties: { total: { type: ['null', 'number'] }, node: { $ref: '#/components/schemas/Node' } },
  },
}
const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  basic: { type: 'http', scheme: 'basic' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
}
const document = (operation: object, rest: object = {}, path = '/orders/{id}', method = 'get') => ({
  ...base,
  components: {
    schemas,
    securitySchemes,
    parameters: { Page: { name: 'page', in: 'query', schema: { type: 'integer' } } },
  },
  paths: { [path]: { [method]: operation } },
  ...rest,
})
const only = (given: unknown) => {
  const { tools, notes } = importOpenApi(given)
  if (!tools[0]) throw new Error(sentences({ notes }))
  return tools[0]
}
const shape = ({ fields }: Tool) =>
  fields.map((f) => `${f.in} ${f.key} ${f.type}${f.required ? '!' : ''}${f.isEnv ? ` $${f.value}` : ''}`)

describe('an operation', () => {
  test('becomes a tool: address, parameters by reference, forgotten parts of the path', () => {
    const tool = only(
      document({
        operationId: 'get.order by/id',
        summary: 'Finds an order',
        description: 'By its id.',
        parameters: [
          { $ref: '#/components/parameters/Page' },
          { name: 'state', in: 'query', required: true, schema: { enum: ['open', 'closed'] } },
          { name: 'X-Trace', in: 'header', schema: { type: 'boolean' } },
          { name: 'Authorization', in: 'header', schema: {} },
          { name: 'Host', in: 'header', schema: {} },
          { name: 'c', in: 'cookie', schema: {} },
        ],
      }),
    )
    expect(tool).toMatchObject({
      name: 'get_order_by_id',
      description: 'Finds an order\nBy its id.',
      serverUrl: 'https://api.shop.example/v1/orders/{id}',
      method: 'GET',
    })
    expect(shape(tool)).toEqual([
      'query page integer',
      'query state string!',
      'header X-Trace boolean',
      'path id string!',
    ])
    expect(tool.fields[1]?.options).toEqual(['open', 'closed'])
  })

  test('has the fields of its body, of all its parts, without going round in circles', () => {
    const requestBody = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } }
    const tool = only(document({ requestBody }, {}, '/orders', 'post'))
    expect(shape(tool)).toEqual(['body kind string!', 'body total number', 'body node object'])
    expect(tool.fields[2]?.description).toBe('Shape: { name?: string, next?: object }')
    expect(tool.name).toBe('post_orders')
  })

  test('marks form bodies, and reports bodies that are neither form nor JSON', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } }
    const form = only(
      document({ requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } } }, {}, '/f', 'post'),
    )
    expect(shape(form)).toEqual(['header Content-Type string', 'body a string'])
    const upload = importOpenApi(
      document({ requestBody: { content: { 'multipart/form-data': { schema } } } }, {}, '/f', 'post'),
    )
    expect(sentences(upload)).toContain('multipart/form-data')
  })

  test.each<[object, string[]]>([
    [[{ bearer: [] }], ['header Authorization string $Bearer {SHOP_BEARER}']],
    [[{ key: [] }], ['header X-Key string $SHOP_KEY']],
    [[{ basic: [], key: [] }], ['header Authorization string $SHOP_BASIC', 'header X-Key string $SHOP_KEY']],
    [[{ cookie: [] }], ['header Cookie string $sid={SHOP_COOKIE}']],
    [[{ bearer: [] }, {}], []],
    [[{ unheard: [] }], []],
  ])('proves itself by %j', (security, expected) => {
    expect(shape(only(document({ security }, {}, '/x')))).toEqual(expected)
    expect(shape(only(document({}, { security }, '/x')))).toEqual(expected)
  })
})

test('names are valid and there once; a hundred operations are read', () => {
  const paths = Object.fromEntries(
    Array.from({ length: 130 }, (_, n) => [`/x${n}`, { get: { operationId: '€ 9 do' } }]),
  )
  const { tools, notes } = importOpenApi({ ...base, paths })
  expect(tools).toHaveLength(100)
  expect(new Set(tools.map(({ name }) => name)).size).toBe(100)
  expect(tools[0]?.name).toBe('_9_do')
  expect(sentences({ notes })).toContain('100 of 130')
})

test.each<[unknown, RegExp]>([
  [null, /isn’t an OpenAPI/],
  ['openapi: 3', /isn’t an OpenAPI/],
  [[], /isn’t an OpenAPI/],
  [{ swagger: '2.0' }, /Swagger 2\.0/],
  [{ openapi: '4.0.0' }, /isn’t an OpenAPI 3/],
  [{ ...base, paths: {} }, /no operation/],
  [{ openapi: '3.0.0', paths: { '/x': { get: {} } } }, /no server/],
  [{ openapi: '3.0.0', servers: [{ url: '/v1' }], paths: { '/x': { get: {} } } }, /no server/],
  [{ openapi: '3.0.0', servers: [{ url: 'https://{host}/' }], paths: { '/x': { get: {} } } }, /no server/],
  [{ openapi: '3.0.0', servers: [{ url: 'https://u:p@a.example/' }], paths: { '/x': { get: {} } } }, /user name/],
])('%j gives no tool and a reason', (given, reason) => {
  const { tools, notes } = importOpenApi(given)
  expect(tools).toEqual([])
  expect(sentences({ notes })).toMatch(reason)
})

test('never throws for any document, and returns only valid tools', () => {
  const words = `$ref schema properties allOf oneOf items type enum required name in content application/json parameters
    requestBody security servers url operationId get post __proto__`
  const word = fc.constantFrom(...words.split(/\s+/))
  const text = fc.constantFrom(
    '#/paths',
    '#/paths/~1x',
    '#/',
    '#/components/schemas/A',
    'object',
    'array',
    'query',
    'path',
    'https://a.example',
    '\uD800',
    '{x}',
    '',
  )
  const { anything } = fc.letrec((tie) => ({
    anything: fc.oneof(
      { depthSize: 'small' },
      text,
      fc.constantFrom(null, true, 1),
      fc.array(tie('anything'), { maxLength: 4 }),
      fc.dictionary(word, tie('anything'), { maxKeys: 5 }),
    ),
  }))
  fc.assert(
    fc.property(anything, anything, anything, (operation, item, components) => {
      const { tools } = importOpenApi({
        ...base,
        paths: { '/x': { get: operation, post: { requestBody: item } }, '/y': item },
        components,
      })
      for (const tool of tools) {
        expect(Tool.safeParse(tool).success).toBe(true)
        expect(toolProblems(tool)).toEqual([])
      }
    }),
    { seed: 6, numRuns: 1500 },
  )
})
