import { describe, expect, test } from 'vitest'
import { chooseTool } from './choose-tool.ts'
import type { ChatMessage, Tool, ToolChoice } from '../protocol/types.ts'

const order: Tool = {
  type: 'function',
  function: {
    name: 'get_order_status',
    description: 'Look up the delivery status of an order',
    parameters: { type: 'object', properties: { orderId: { type: 'string' } }, required: ['orderId'] },
  },
}
const weather: Tool = {
  type: 'function',
  function: {
    name: 'weatherForecast',
    description: 'Weather forecast for a city',
    parameters: {
      type: 'object',
      properties: {
        city: { type: 'string' },
        days: { type: 'integer' },
        unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
      },
      required: ['city'],
    },
  },
}
const ticket: Tool = {
  type: 'function',
  function: {
    name: 'create_ticket',
    description: 'Open a support ticket with an e-mail address',
    parameters: {
      type: 'object',
      properties: { email: { type: 'string' }, message: { type: 'string' }, urgent: { type: 'boolean' } },
      required: ['email', 'message'],
    },
  },
}

const asks = (content: string): ChatMessage[] => [{ role: 'user', content }]

test.each<[string, ToolChoice, { name: string; arguments: object } | undefined]>([
  [
    'What is the delivery status of my order A-1234?',
    'auto',
    { name: 'get_order_status', arguments: { orderId: 'A-1234' } },
  ],
  ['What is the delivery status of my order?', 'auto', undefined],
  ['I like my order', 'auto', undefined],
  ['What is the delivery status of my order A-1234?', 'none', undefined],
  [
    'Give me the weather forecast for New York in fahrenheit for 3 days',
    'auto',
    { name: 'weatherForecast', arguments: { city: 'New York', days: 3, unit: 'fahrenheit' } },
  ],
  [
    'Please open a support ticket for a@b.example, it is broken',
    'auto',
    {
      name: 'create_ticket',
      arguments: { email: 'a@b.example', message: 'Please open a support ticket for a@b.example, it is broken' },
    },
  ],
  ['hello', 'required', { name: 'get_order_status', arguments: { orderId: 'hello' } }],
  [
    'hello',
    { type: 'function', function: { name: 'weatherForecast' } },
    { name: 'weatherForecast', arguments: { city: 'hello' } },
  ],
  ['hello', 'auto', undefined],
])('%s (%j)', (message, choice, expected) => {
  const call = chooseTool(asks(message), [order, weather, ticket], choice)
  expect(call && { name: call.name, arguments: JSON.parse(call.arguments) }).toEqual(expected)
})

describe('after a tool result', () => {
  test('does not call the tool again', () => {
    const messages: ChatMessage[] = [
      ...asks('What is the delivery status of my order A-1234?'),
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'x', type: 'function', function: { name: 'get_order_status', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'x', content: 'shipped' },
    ]
    expect(chooseTool(messages, [order])).toBeUndefined()
  })
})
