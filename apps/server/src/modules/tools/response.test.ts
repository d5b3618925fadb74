import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lookUp, mapResponse, toolAnswer } from '@parlance/engine/tools/response'
import { safeSchema } from '../../adapters/mcp/input-schema.ts'
import type { ToolCallResult } from '@parlance/contract/tools/schemas'

const json = { data: { items: [{ price: 9.5, tags: ['a'] }], ok: false, none: null, name: 'x' } }
const take = (path: string, text = JSON.stringify(json), type = 'application/json') =>
  mapResponse(text, type, [{ variable: 'v', path }])

describe('a mapping', () => {
  test.each<[string, unknown]>([
    ['data.items.0.price', 9.5],
    ['data.items[0].price', 9.5],
    ['data.ok', false],
    ['data.name', 'x'],
    ['data.items.0.tags', '["a"]'],
    ['', JSON.stringify(json)],
    ['data.none', undefined],
    ['data.items.1', undefined],
    ['data.items.length', undefined],
    ['data.name.length', undefined],
    ['__proto__', undefined],
    ['data.constructor.name', undefined],
    ['data.items.-1', undefined],
  ])('%s', (path, expected) => expect(take(path)['v']).toEqual(expected))

  test('of what is no JSON takes the whole text or nothing', () => {
    expect(take('', 'hello', 'text/plain')).toEqual({ v: 'hello' })
    expect(take('a', 'hello', 'text/plain')).toEqual({})
    expect(take('a', '{"a":', 'application/json')).toEqual({})
    expect(take('a', '{"a":1}', 'text/html')).toEqual({ v: 1 })
    expect(take('', 'x'.repeat(9000), 'text/plain')['v']).toHaveLength(5000)
  })

  test('of what is nested without end takes the text or nothing', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(take('0.0', nested(90_000))).toEqual({})
    expect(take('', nested(90_000))['v']).toBe('['.repeat(5000))
    expect(take('0.0', nested(200))['v']).toBe(nested(198))
  })

  test('never throws and sets texts, numbers and truth values only', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), fc.string(), fc.string(), (text, path, type) => {
        for (const value of Object.values(take(path, text, type)))
          expect(['string', 'number', 'boolean']).toContain(typeof value)
        lookUp(text, path)
      }),
      { seed: 3 },
    )
  })
})

test('passes the model the mapped fields, the whole response or the error', () => {
  const result: ToolCallResult = {
    ok: true,
    status: 200,
    durationMs: 1,
    request: { method: 'GET', url: '', headers: {}, body: '' },
    response: '{"a":1,"b":2}',
    error: '',
    variables: { a: 1 },
  }
  expect(toolAnswer(result)).toBe('{"a":1,"b":2}')
  expect(toolAnswer(result, [{ variable: 'a', path: 'a' }])).toBe('{"a":1}')
  expect(toolAnswer({ ...result, response: '' })).toBe('{"status":200}')
  expect(JSON.parse(toolAnswer({ ...result, ok: false, status: 500, error: 'It failed.' }))).toMatchObject({
    error: 'It failed.',
    status: 500,
  })
})

test('a schema from outside is always one of an object, bounded, of words that are known', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 12 }), (value) => {
      const schema = safeSchema(value)
      expect(schema).toMatchObject({ type: 'object', properties: expect.any(Object) })
    }),
    { seed: 4 },
  )
  let deep: unknown = {}
  for (let depth = 0; depth < 5000; depth += 1) deep = { type: 'object', properties: { a: deep, b: deep } }
  expect(JSON.stringify(safeSchema(deep)).length).toBeLessThan(40_000)
})
