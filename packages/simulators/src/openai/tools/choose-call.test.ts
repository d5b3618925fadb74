import { describe, expect, test } from 'vitest'
import { newAgentConfig } from '@parlance/engine/agents/draft'
import { AgentNode } from '@parlance/contract/agents/nodes'
import type { EngineTool } from '@parlance/contract/engine/types'
import { chooseCall } from './choose-call.ts'
import { REPLIES } from '../language/replies.ts'
import { answerMessages } from '../answers/answer.ts'
import { open, type Setting } from '../graph/conversation.testing.ts'
import type { ChatMessage, Tool } from '../protocol/types.ts'

/** An agent with one node and the product's tools and buttons. */
function agent(instructions: string, more: Parameters<typeof newAgentConfig>[0] | object = {}, setting: Setting = {}) {
  const nodes = [
    AgentNode.parse({ id: 'start', type: 'start', instructions, toolsIds: ['orders'] }),
    AgentNode.parse({
      id: 'other',
      type: 'default',
      instructions: 'Be brief.',
      isGlobal: true,
      globalCondition: 'Zzz',
    }),
  ]
  const config = newAgentConfig({ title: 'Ada', vg_systemPrompt: 'You are Ada.', nodes, enableNodes: true, ...more })
  return open(config, setting)
}

const orders: EngineTool = {
  id: 'orders',
  isGlobal: false,
  spec: {
    name: 'get_order_status',
    description: 'Look up the delivery status of an order',
    parameters: { type: 'object', properties: { orderId: { type: 'string' } }, required: ['orderId'] },
  },
}
const ANSWERED = { tools: [orders], answers: { orders: '{"status":"shipped","deliveryDate":"2026-11-25"}' } }
const SHIPPED = 'The status is shipped and the delivery date is 2026-11-25.'

describe('a tool of the agent', () => {
  test('is called with the message’s values, and its result is reported', () => {
    const say = agent('Help with orders.', {}, ANSWERED)
    expect(say('What is the delivery status of my order A-1234?').said).toBe(SHIPPED)
  })

  test('is called once all it needs was asked for and given', () => {
    const say = agent('Help with orders.', {}, ANSWERED)
    expect(say('What is the delivery status of my order?').said).toBe('What is your order id?')
    expect(say('A-1234').said).toBe(SHIPPED)
    expect(say('thanks').said).toBe(REPLIES.en.thanks)
  })

  test('is reported as failed when it failed', () => {
    const say = agent('Help.', {}, { ...ANSWERED, answers: { orders: '{"error":"down","status":503}' } })
    expect(say('What is the delivery status of order A-1234?').said).toBe(REPLIES.en.failed)
  })

  test('is not called when in doubt', () => {
    const say = agent('Help with orders.', {}, ANSWERED)
    for (const text of ['I like my order', 'hello', 'Where are you?']) expect(say(text).said).not.toContain('shipped')
  })
})

describe('buttons', () => {
  const ui = { vg_enableUIEngine: true }
  const BUTTONS = 'Greet the visitor and show buttons: Red, Blue and Green.'

  test('are shown when the directions ask for them, but not again once one was pressed', () => {
    const say = agent(BUTTONS, ui)
    const first = say('hello')
    expect(first.said).toContain('Red')
    expect(first.said).toContain('Green')
    expect(say('Blue').said).not.toContain('Green')
    expect(say('Show me the options').said).toContain('Green')
  })

  test('need support of the product', () => {
    expect(agent(BUTTONS)('hello').said).not.toContain('Green')
  })
})

describe('the conversation', () => {
  const people = { UIhandoffTitle: 'Talk to us' }

  test('is handed over when the visitor asks for a person and people are available', () => {
    expect(agent('Help.', people)('I want to speak to a human')).toMatchObject({
      status: 'handed-off',
      // The chat itself says it.
      said: '',
    })
    expect(agent('Help.')('I want to speak to a human')).toMatchObject({ status: 'talking', said: REPLIES.en.noTeam })
  })

  test('ends on a goodbye, but not on thanks', () => {
    expect(agent('Help.')('thanks')).toMatchObject({ status: 'talking', said: REPLIES.en.thanks })
    expect(agent('Help.')('Goodbye!')).toMatchObject({ status: 'ended', said: REPLIES.en.bye })
  })
})

describe('the knowledge', () => {
  const tool: Tool = { type: 'function', function: { name: 'search_knowledge', parameters: { type: 'object' } } }
  const asks = (content: string): ChatMessage[] => [{ role: 'user', content }]

  test('is searched for missing facts', () => {
    const found = chooseCall(asks('When do you open on Fridays?'), [tool])?.toolCalls?.[0]
    expect(found).toEqual({ name: 'search_knowledge', arguments: '{"query":"When do you open on Fridays?"}' })
    for (const text of ['hello', 'thanks', 'I am Anna', 'yes']) expect(chooseCall(asks(text), [tool])).toBeUndefined()
  })

  test.each([
    ['[{"title":"Hours","text":"We open at nine on Fridays."}]', 'We open at nine on Fridays.'],
    ['[]', REPLIES.en.unknown],
    ['nonsense', REPLIES.en.unknown],
  ])('answers from its result: %s', (content, said) => {
    const calls = [{ id: 'c', type: 'function' as const, function: { name: 'search_knowledge', arguments: '{}' } }]
    const messages: ChatMessage[] = [
      ...asks('When do you open on Fridays?'),
      { role: 'assistant', content: null, tool_calls: calls },
      { role: 'tool', tool_call_id: 'c', content },
    ]
    expect(answerMessages(messages)).toBe(said)
    expect(chooseCall(messages, [tool])).toBeUndefined()
  })
})

describe('a phone call', () => {
  const transfer: Tool = {
    type: 'function',
    function: {
      name: 'transfer_call',
      parameters: {
        type: 'object',
        properties: { to: { type: 'string', enum: ['Sales', 'The workshop'] }, about: { type: 'string' } },
        required: ['to', 'about'],
      },
    },
  }
  const toWhom = (...said: string[]) => {
    const messages: ChatMessage[] = said.map((content) => ({ role: 'user', content }))
    const made = chooseCall(messages, [transfer])?.toolCalls?.[0]
    return made && (JSON.parse(made.arguments) as { to: string; about: string })
  }

  test.each([
    ['I want to speak to a person.', 'Sales'],
    ['Ich möchte mit einem Mitarbeiter sprechen.', 'Sales'],
    ['Please connect me with the workshop.', 'The workshop'],
    ['Sales please.', 'Sales'],
    ['What do your sales cost?', undefined],
    ['Please pass my call to nobody.', undefined],
  ])('is passed on: %s', (said, to) => expect(toWhom(said)?.to).toBe(to))

  test('tells the person what the caller said before', () => {
    expect(toWhom('My bike is broken.', 'Can I talk to someone?')?.about).toBe(
      'My bike is broken. Can I talk to someone?',
    )
  })

  test.each([
    ['The call is passed on as soon as you have spoken.', REPLIES.en.toTeam],
    ['{"error":"Nobody has that name."}', REPLIES.en.noTeam],
  ])('says so after: %s', (content, said) => {
    const calls = [{ id: 'c', type: 'function' as const, function: { name: 'transfer_call', arguments: '{}' } }]
    expect(
      answerMessages([
        { role: 'user', content: 'I want to speak to a person.' },
        { role: 'assistant', content: null, tool_calls: calls },
        { role: 'tool', tool_call_id: 'c', content },
      ]),
    ).toBe(said)
  })
})
