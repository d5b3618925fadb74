import type { Tool, ToolField } from '@parlance/contract/tools/schemas'
import { expect, test } from 'vitest'
import {
  argumentProblems,
  askedOf,
  answerJson,
  blankField,
  blankTool,
  branchesOf,
  canSave,
  freeName,
  previewOf,
  pretty,
  toolIssues,
  usedVariables,
  variableFor,
} from './tool-form.ts'
import { msg } from '@parlance/i18n/messages'

const tool = (change: Partial<Tool> = {}): Tool => ({
  ...blankTool('t1'),
  name: 'find_order',
  serverUrl: 'https://api.example.com/orders',
  ...change,
})
const field = (change: Partial<ToolField>): ToolField => ({ ...blankField('GET'), ...change })

test('asks in a test call for fields that have a key', () => {
  const fields = [field({ key: 'order_id' }), field({ key: ' ' }), field({ key: '' })]
  expect(askedOf(tool({ fields })).map(({ name }) => name)).toEqual(['order_id'])
})

test('requires name and address of a blank tool, and nothing else', () => {
  const blank = toolIssues(blankTool('t1'))
  expect(blank.name).toEqual({ key: 'name' })
  expect(blank.serverUrl).toEqual({ message: msg('url_scheme_invalid') })
  expect(canSave(blank)).toBe(false)
  expect(canSave(toolIssues(tool()))).toBe(true)
})

test.each([
  ['1st', { key: 'name' }],
  ['find order', { key: 'name' }],
  ['a'.repeat(65), { key: 'name' }],
  ['book', { key: 'sameName' }],
  ['_ok-2', undefined],
])('the name %s: %j', (name, issue) => {
  expect(toolIssues(tool({ name }), ['book']).name).toEqual(issue)
})

test('reports each problem of a field once, at that field', () => {
  const fields = [
    field({ key: '' }),
    field({ key: 'orderId', in: 'path' }),
    field({ key: 'Host', in: 'header', value: 'x' }),
    field({ key: 'key', isEnv: true, value: '' }),
    field({ key: 'data', type: 'object', value: '{"a":' }),
    field({ key: 'fine' }),
  ]
  const issues = toolIssues(tool({ fields }))
  expect(issues.fields).toEqual({
    0: { key: 'noKey' },
    1: { message: msg('request_placeholder_missing', { key: '{orderId}', field: 'orderId' }) },
    2: { message: msg('request_header_forbidden', { field: 'Host' }) },
    3: { message: msg('request_secret_unnamed', { field: 'key' }) },
    4: { key: 'badJson' },
  })
  expect(issues.others).toEqual([])
})

test('reports problems of several fields on the whole', () => {
  const fields = [field({ key: 'X-Key', in: 'header' }), field({ key: 'x-key', in: 'header' })]
  const issues = toolIssues(tool({ fields }))
  expect(issues.fields).toEqual({})
  expect(issues.others).toEqual([{ message: msg('request_header_duplicate', { field: 'x-key' }) }])
  expect(canSave(issues)).toBe(false)
})

test('requires unique names of mapped variables', () => {
  const responseMapping = ['price', '2nd', 'price'].map((variable) => ({ variable, path: 'a' }))
  expect(toolIssues(tool({ responseMapping })).mapping).toEqual({ 1: { key: 'variable' }, 2: { key: 'sameVariable' } })
})

test('asks in a test for variables of the address and constants, but not for secrets or path fields', () => {
  const asked = tool({
    serverUrl: 'https://api.example.com/{orderId}/{shop}',
    fields: [
      field({ key: 'orderId', in: 'path' }),
      field({ key: 'mail', value: 'to {email} by {TOKEN}' }),
      field({ key: 'auth', in: 'header', isEnv: true, value: 'Bearer {OTHER}' }),
    ],
  })
  expect(usedVariables(asked, ['TOKEN', 'OTHER'])).toEqual(['shop', 'email'])
})

test('validates arguments by type, options and presence', () => {
  const asked = tool({
    serverUrl: 'https://api.example.com/{id}',
    fields: [
      field({ key: 'id', in: 'path', required: false }),
      field({ key: 'count', type: 'integer', required: false }),
      field({ key: 'size', options: ['S', 'M'] }),
      field({ key: 'fixed', value: 'x' }),
    ],
  })
  expect(argumentProblems(asked, {})).toEqual({ id: 'missing', size: 'missing' })
  expect(argumentProblems(asked, { id: '7', count: 'two', size: 'XL' })).toEqual({
    count: msg('field_not_integer', { field: 'count' }),
    size: msg('field_not_option', { field: 'size', options: 'S, M' }),
  })
  expect(argumentProblems(asked, { id: '7', count: '2', size: 'm' })).toEqual({})
})

test('gives paths in the response tree that resolve to the values', () => {
  const text = '{"data":{"items":[{"price":5},{"price":null}],"a.b":1}}'
  const json = answerJson(text)
  const data = branchesOf(json, '')[0]
  expect(data).toMatchObject({ path: 'data', label: 'data' })
  const inner = branchesOf(data?.value, data?.path)
  expect(inner.map(({ label, path }) => [label, path])).toEqual([
    ['items', 'data.items'],
    ['a.b', undefined],
  ])
  expect(previewOf(json, 'data.items.0.price')).toBe('5')
  expect(previewOf(json, 'data.items.1.price')).toBeUndefined()
  expect(previewOf(json, 'data.items')).toBe('[{"price":5},{"price":null}]')
  expect(branchesOf('text', '')).toEqual([])
  // Below a key that no path can name, nothing has a path.
  expect(branchesOf({ c: 1 }, undefined)).toEqual([{ path: undefined, label: 'c', value: 1 }])
})

test.each([
  ['data.items.0.price', [], 'price'],
  ['data.items.0', [], 'items'],
  ['price', ['price'], 'price_2'],
  ['', [], 'answer'],
  ['order-id', [], 'order_id'],
  ['3d', [], '_3d'],
] as const)('names the variable for %j next to %j: %s', (path, taken, name) => {
  expect(variableFor(path, taken)).toBe(name)
})

test('gives a copy a free name within the limit', () => {
  expect(freeName('book', [])).toBe('book')
  expect(freeName('book', ['book', 'book_2'])).toBe('book_3')
  const long = 'a'.repeat(64)
  const free = freeName(long, [long])
  expect(free).not.toBe(long)
  expect(free.length).toBeLessThanOrEqual(64)
})

test('formats JSON and leaves other text unchanged', () => {
  expect(pretty('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(pretty('<p>no</p>')).toBe('<p>no</p>')
})
