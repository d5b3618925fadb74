import { describe, it } from 'vitest'
import {
  type Conversation,
  type NodeSketch,
  simulateConversation,
  rule,
  to,
  when,
} from './simulate-conversation.testing.ts'

const start = (...edges: NodeSketch['to'] & {}): NodeSketch => ({
  id: 'start',
  type: 'start',
  name: 'Hello',
  to: edges,
})
const node = (id: string, ...edges: NodeSketch['to'] & {}): NodeSketch => ({
  id,
  type: 'default',
  name: id.toUpperCase(),
  to: edges,
})
const shop = [start(when('sales'), when('help')), node('sales', when('help')), node('help')]
const plan = { variables: [{ name: 'plan' }] }

const CONVERSATIONS: readonly Conversation[] = [
  {
    name: 'one node never asks the router',
    nodes: [start()],
    lines: [
      { says: 'hi', does: ['speak start'], path: ['start start'], node: 'start' },
      { says: 'more', does: ['speak start'], path: ['stay start'], node: 'start' },
    ],
  },
  {
    name: 'an agent without nodes talks at its only node',
    nodes: [],
    lines: [{ says: 'hi', does: ['speak start'], path: ['start start'], node: 'start' }],
  },
  {
    name: 'with nodes switched off the graph is left alone',
    nodes: shop,
    config: { enableNodes: false },
    lines: [{ says: 'help', does: ['speak start'], path: ['start start'], node: 'start' }],
  },
  {
    name: 'the router chooses a child for the first message',
    nodes: shop,
    lines: [
      {
        says: 'I want to buy',
        router: [{ next: 'sales', reason: 'wants to buy' }],
        does: ['decide start', 'speak sales'],
        path: ['start start', 'router sales'],
        node: 'sales',
        candidates: ['child sales', 'child help'],
      },
    ],
  },
  {
    name: 'the router stays',
    nodes: shop,
    lines: [{ says: 'hm', does: ['decide start', 'speak start'], path: ['start start'], node: 'start' }],
  },
  {
    name: 'an otherwise edge waits until the start has spoken',
    nodes: [start(to('help')), node('help')],
    lines: [
      { says: 'hi', does: ['speak start'], path: ['start start'], node: 'start' },
      { says: 'on', does: ['speak help'], path: ['otherwise help'], node: 'help' },
      {
        says: 'more',
        does: ['decide help', 'speak help'],
        path: ['stay help'],
        node: 'help',
        candidates: ['back start'],
      },
    ],
  },
  {
    name: 'conditions go before an otherwise',
    nodes: [start(to('help'), when('sales')), node('help'), node('sales')],
    lines: [
      { says: 'hi', does: ['decide start', 'speak start'], path: ['start start'], node: 'start' },
      {
        says: 'buy',
        router: [{ next: 'sales' }],
        does: ['decide start', 'speak sales'],
        path: ['router sales'],
        node: 'sales',
      },
    ],
  },
  {
    name: 'nothing chosen takes the otherwise',
    nodes: [start(to('help'), when('sales')), node('help'), node('sales')],
    lines: [
      { says: 'hi', does: ['decide start', 'speak start'], path: ['start start'], node: 'start' },
      { says: 'hm', does: ['decide start', 'speak help'], path: ['otherwise help'], node: 'help' },
    ],
  },
  {
    name: 'a router that fails at a choice is no reason for the otherwise',
    nodes: [start(to('help'), when('sales')), node('help'), node('sales')],
    lines: [
      { says: 'hi', does: ['decide start', 'speak start'], path: ['start start'], node: 'start' },
      {
        says: 'hm',
        router: ['fails'],
        does: ['decide start', 'speak start'],
        path: ['stay start'],
        node: 'start',
        fault: /too slow/,
      },
    ],
  },
  {
    name: 'a router that fails where it had no choice of ways does not hold a conversation up',
    nodes: [start(to('mail')), { id: 'mail', type: 'collect', variables: [{ name: 'email', type: 'email' }] }],
    lines: [
      {
        says: 'hi',
        router: ['fails'],
        does: ['decide start', 'speak start'],
        path: ['start start'],
        node: 'start',
        fault: /too slow/,
      },
      {
        says: 'on',
        router: ['fails'],
        does: ['decide start', 'speak mail'],
        path: ['otherwise mail'],
        node: 'mail',
        fault: /too slow/,
      },
    ],
  },
  {
    name: 'a rule decides without the router',
    nodes: [start(rule('pro', ['plan', 'equals', 'pro'])), node('pro')],
    state: { variables: { plan: 'Pro' } },
    lines: [{ says: 'hi', does: ['decide start', 'speak pro'], path: ['start start', 'rule pro'], node: 'pro' }],
    ...plan,
  },
  {
    name: 'a rule beats the choice of the router',
    nodes: [start(when('free'), rule('pro', ['plan', 'equals', 'pro'])), node('pro'), node('free')],
    lines: [
      {
        says: 'I have the pro plan and want the free one',
        router: [{ next: 'free', values: { plan: 'pro' } }],
        does: ['decide start', 'speak pro'],
        path: ['start start', 'rule pro'],
        node: 'pro',
        knows: { plan: 'pro' },
      },
    ],
    ...plan,
  },
  {
    name: 'the first rule that holds wins',
    nodes: [
      start(rule('a', ['plan', 'equals', 'x']), rule('b', ['plan', 'isSet']), rule('c', ['plan', 'equals', 'y'])),
      node('a'),
      node('b'),
      node('c'),
    ],
    state: { variables: { plan: 'y' } },
    lines: [{ says: 'hi', does: ['decide start', 'speak b'], path: ['start start', 'rule b'], node: 'b' }],
    ...plan,
  },
  {
    name: 'the router names a node that is no candidate',
    nodes: shop,
    lines: [
      {
        says: 'hm',
        router: [{ next: 'moon' }],
        does: ['decide start', 'speak start'],
        path: ['start start'],
        node: 'start',
        fault: /“moon”/,
      },
    ],
  },
  {
    name: 'the router answers nothing',
    nodes: shop,
    lines: [
      {
        says: 'hm',
        router: [{ next: null, values: null, reason: null }],
        does: ['decide start', 'speak start'],
        path: ['start start'],
        node: 'start',
        fault: /didn’t choose a step/,
      },
      {
        says: 'hm',
        router: [{}],
        does: ['decide start', 'speak start'],
        path: ['stay start'],
        node: 'start',
        fault: /didn’t choose a step/,
      },
    ],
  },
  {
    name: 'the router answers garbage of every type',
    nodes: shop,
    lines: [
      {
        says: 'a',
        router: [{ next: 7, values: 'x', reason: {} }],
        does: ['decide start', 'speak start'],
        path: ['start start'],
        node: 'start',
        fault: /didn’t choose a step.*aren’t an object/,
      },
      {
        says: 'b',
        router: [{ next: { id: 'sales' }, values: [1] }],
        does: ['decide start', 'speak start'],
        path: ['stay start'],
        node: 'start',
        fault: /didn’t choose a step/,
      },
      {
        says: 'c',
        router: [{ next: '', values: { ghost: 'x' } }],
        does: ['decide start', 'speak start'],
        path: ['stay start'],
        node: 'start',
        fault: /“ghost”/,
      },
    ],
  },
  {
    name: 'the router names a node instead of its id',
    nodes: shop,
    lines: [
      {
        says: 'buy',
        router: [{ next: ' Sales ' }],
        does: ['decide start', 'speak sales'],
        path: ['start start', 'router sales'],
        node: 'sales',
      },
    ],
  },
  {
    name: 'the router names two nodes: the first candidate counts',
    nodes: shop,
    lines: [
      {
        says: 'both',
        router: [{ next: ['moon', 'help', 'sales'] }],
        does: ['decide start', 'speak help'],
        path: ['start start', 'router help'],
        node: 'help',
        fault: /several/,
      },
    ],
  },
  {
    name: 'a node that is called stay can be reached',
    nodes: [start(when('stay')), node('stay')],
    lines: [
      {
        says: 'a',
        router: [{ next: 'stay' }],
        does: ['decide start', 'speak start'],
        path: ['start start'],
        node: 'start',
      },
      {
        says: 'b',
        router: [{ next: 'node:stay' }],
        does: ['decide start', 'speak stay'],
        path: ['router stay'],
        node: 'stay',
      },
    ],
  },
]

describe('conversations: routing', () => {
  it.each(CONVERSATIONS)('$name', (conversation) => simulateConversation(conversation))
})
