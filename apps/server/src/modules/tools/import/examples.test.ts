import { describe, expect, test } from 'vitest'
import { importCurl } from './curl.ts'
import { exampleOf } from '@parlance/engine/tools/examples'
import { importOpenApi } from './openapi.ts'
import { type Tool, ToolField } from '@parlance/contract/tools/schemas'

const examples = (tools: readonly Tool[]) =>
  Object.fromEntries(tools[0]?.fields.map((field) => [field.key, exampleOf(field)]) ?? [])

test.each<[string, Partial<ToolField>, string]>([
  ['its own example', { example: '1042', description: 'For example: 7' }, '1042'],
  ['the one of an earlier import', { description: 'For example: a@b.c' }, 'a@b.c'],
  ['none that was cut', { description: 'For example: a very long…' }, ''],
  ['the first allowed value where one is required', { required: true, options: ['new', 'used'] }, 'new'],
  ['none of the allowed values where none is required', { options: ['new', 'used'] }, ''],
  ['none that does not fit the type', { type: 'integer', example: 'seven' }, ''],
  ['none that is not allowed', { required: true, options: ['new'], example: 'old' }, 'new'],
  ['nothing where nothing is known', { description: 'The number of the order' }, ''],
])('a field is tried with %s', (_, field, expected) =>
  expect(exampleOf(ToolField.parse({ key: 'order', ...field }))).toBe(expected),
)

describe('an import takes examples along', () => {
  test('from a command, but no secrets', () => {
    const { tools } = importCurl(`curl 'https://api.shop.example/leads?src=web&api_key=k-secret' \\
      -H 'Authorization: Bearer very-secret' --json '{"email": "a@b.c", "n": 2, "ok": true, "o": {"x": [1]}}'`)
    expect(examples(tools)).toMatchObject({ src: 'web', email: 'a@b.c', n: '2', ok: 'true', o: '{"x":[1]}' })
    expect(JSON.stringify(tools)).not.toMatch(/k-secret|very-secret/)
  })

  test('from an OpenAPI document: of parameters, schemas and whole bodies', () => {
    const { tools } = importOpenApi({
      openapi: '3.1.0',
      servers: [{ url: 'https://api.shop.example' }],
      paths: {
        '/orders/{id}': {
          post: {
            parameters: [
              { name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: 'A-1042' },
              { name: 'lang', in: 'query', schema: { type: 'string', default: 'de' } },
              { name: 'page', in: 'query', schema: { type: 'integer' }, examples: { first: { value: 1 } } },
              { name: 'token', in: 'query', schema: { type: 'string', example: 'very-secret' } },
            ],
            requestBody: {
              content: {
                'application/json': {
                  example: { city: 'Bern', count: 3 },
                  schema: {
                    type: 'object',
                    properties: {
                      city: { type: 'string' },
                      count: { type: 'integer', examples: [2] },
                      tags: { type: 'array', items: { type: 'string' }, example: ['a'] },
                    },
                  },
                },
              },
            },
          },
        },
      },
    })
    expect(examples(tools)).toEqual({
      id: 'A-1042',
      lang: 'de',
      page: '1',
      token: '',
      city: 'Bern',
      count: '2',
      tags: '["a"]',
    })
  })
})
