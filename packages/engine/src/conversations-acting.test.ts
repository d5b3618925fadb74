import { describe, it } from 'vitest'
import {
  type Conversation,
  type NodeSketch,
  simulateConversation,
  rule,
  text,
  to,
  tool,
  when,
} from './simulate-conversation.testing.ts'

const start = (...edges: NodeSketch['to'] & {}): NodeSketch => ({ id: 'start', type: 'start', to: edges })
const node = (id: string, ...edges: NodeSketch['to'] & {}): NodeSketch => ({ id, type: 'default', to: edges })
const spoken = { trail: ['start'] }

const CONVERSATIONS: readonly Conversation[] = [
  {
    name: 'a condition whose router stays all the same is a dead end',
    nodes: [start(to('if')), { id: 'if', type: 'condition', to: [when('a'), when('b')] }, node('a'), node('b')],
    state: spoken,
    lines: [
      {
        says: 'x',
        router: [{ next: 'stay' }],
        does: ['decide if', 'speak start'],
        path: ['otherwise if', 'stay start'],
        node: 'start',
        fault: /had to choose/,
      },
    ],
  },
  {
    name: 'a message is shown filled in, and the next node speaks in the same turn',
    nodes: [
      start(to('hello')),
      { id: 'hello', type: 'message', ...text('Hello {name}{none}'), to: [to('next')] },
      node('next'),
    ],
    state: { ...spoken, variables: { name: 'Jo' } },
    variables: [{ name: 'name' }, { name: 'none' }],
    lines: [
      {
        says: 'on',
        does: ['say hello', 'speak next'],
        path: ['otherwise hello', 'otherwise next'],
        node: 'next',
        shows: /^Hello Jo$/,
      },
    ],
  },
  {
    name: 'a message with conditions waits for the answer to it',
    nodes: [
      start(to('ask')),
      { id: 'ask', type: 'message', ...text('A or B?'), to: [when('a'), when('b')] },
      node('a'),
      node('b'),
    ],
    state: spoken,
    lines: [
      { says: 'on', does: ['say ask'], path: ['otherwise ask'], node: 'ask' },
      {
        says: 'B',
        router: [{ next: 'b' }],
        does: ['decide ask', 'speak b'],
        path: ['router b'],
        node: 'b',
        candidates: ['child a', 'child b', 'back start'],
      },
    ],
  },
  {
    name: 'a message whose answer fits nothing is explained by the model',
    nodes: [
      start(to('ask')),
      { id: 'ask', type: 'message', ...text('A or B?'), to: [when('a'), when('b')] },
      node('a'),
      node('b'),
    ],
    state: spoken,
    lines: [
      { says: 'on', does: ['say ask'], path: ['otherwise ask'], node: 'ask' },
      {
        says: 'what is A?',
        does: ['decide ask', 'speak ask'],
        path: ['stay ask'],
        node: 'ask',
        tells: ['<shown>A or B?</shown>', 'none of the ways'],
      },
      { says: 'A', router: [{ next: 'a' }], does: ['decide ask', 'speak a'], path: ['router a'], node: 'a' },
    ],
  },
  {
    name: 'a message with conditions and an otherwise takes it for any other answer',
    nodes: [
      start(to('ask')),
      { id: 'ask', type: 'message', ...text('A?'), to: [when('a'), to('b')] },
      node('a'),
      node('b'),
    ],
    state: spoken,
    lines: [
      { says: 'on', does: ['say ask'], path: ['otherwise ask'], node: 'ask' },
      { says: 'zzz', does: ['decide ask', 'speak b'], path: ['otherwise b'], node: 'b' },
    ],
  },
  {
    name: 'a message without items is said by the model',
    nodes: [
      start(to('tell')),
      { id: 'tell', type: 'message', instructions: 'Say the news.', to: [to('next')] },
      node('next'),
    ],
    state: spoken,
    lines: [
      {
        says: 'on',
        model: [{ text: 'News!' }, { text: 'Next' }],
        does: ['speak tell', 'speak next'],
        path: ['otherwise tell', 'otherwise next'],
        node: 'next',
      },
    ],
  },
  {
    name: 'a condition is decided by rules, in order',
    nodes: [
      start(to('if')),
      {
        id: 'if',
        type: 'condition',
        to: [rule('a', ['n', 'greater', '10']), rule('b', ['n', 'greater', '5']), to('c')],
      },
      node('a'),
      node('b'),
      node('c'),
    ],
    state: { ...spoken, variables: { n: 9 } },
    variables: [{ name: 'n', type: 'number' }],
    lines: [{ says: 'on', does: ['decide start', 'speak b'], path: ['otherwise if', 'rule b'], node: 'b' }],
  },
  {
    name: 'a condition asks the router about conditions only',
    nodes: [
      start(to('if')),
      { id: 'if', type: 'condition', to: [when('a'), when('b')] },
      node('a'),
      node('b'),
      { ...node('g'), isGlobal: true },
    ],
    state: spoken,
    lines: [
      {
        says: 'b!',
        router: [{ next: 'stay' }, { next: 'b' }],
        does: ['decide start', 'decide if', 'speak b'],
        path: ['otherwise if', 'router b'],
        node: 'b',
        candidates: ['child a', 'child b'],
      },
    ],
  },
  {
    name: 'a condition whose router fails takes the otherwise',
    nodes: [start(to('if')), { id: 'if', type: 'condition', to: [when('a'), to('c')] }, node('a'), node('c')],
    state: spoken,
    lines: [
      {
        says: 'x',
        router: ['fails'],
        does: ['decide if', 'speak c'],
        path: ['otherwise if', 'otherwise c'],
        node: 'c',
        fault: /slow/,
      },
    ],
  },
  {
    name: 'a condition that leads nowhere is a dead end: the last talking node speaks',
    nodes: [
      start(to('mid')),
      node('mid', to('if')),
      { id: 'if', type: 'condition', to: [rule('mid', ['x', 'isSet'])] },
    ],
    state: { nodeId: 'mid', trail: ['start', 'mid'] },
    lines: [{ says: 'on', does: ['decide mid', 'speak mid'], path: ['otherwise if', 'stay mid'], node: 'mid' }],
  },
  {
    name: 'a hand-off says its items, and comes back to where they talked',
    nodes: [start(when('buy')), node('buy'), { id: 'person', type: 'handoff', isGlobal: true, ...text('One moment.') }],
    lines: [
      {
        says: 'buy',
        router: [{ next: 'buy' }],
        does: ['decide start', 'speak buy'],
        path: ['start start', 'router buy'],
        node: 'buy',
      },
      {
        says: 'person',
        router: [{ next: 'person' }],
        does: ['decide buy', 'say person', 'handOff person'],
        path: ['global person'],
        node: 'person',
        status: 'handed-off',
        shows: 'One moment.',
      },
      {
        says: 'are you there?',
        does: ['decide person', 'speak buy'],
        path: ['stay buy'],
        node: 'buy',
        candidates: ['back buy', 'back start'],
      },
    ],
  },
  {
    name: 'a hand-off may lead on when the visitor writes again',
    nodes: [
      start(),
      { id: 'person', type: 'handoff', isGlobal: true, to: [when('mail', 'nobody is there')] },
      { id: 'mail', type: 'collect', variables: [{ name: 'email', type: 'email' }] },
    ],
    state: { nodeId: 'person', trail: ['start'], status: 'handed-off' },
    lines: [
      {
        says: 'nobody answers',
        router: [{ next: 'mail' }],
        does: ['decide person', 'speak mail'],
        path: ['router mail'],
        node: 'mail',
        candidates: ['child mail', 'back start'],
      },
    ],
  },
  {
    name: 'details for a person are not asked for after the person has been there',
    nodes: [
      start(when('help')),
      { ...node('help', when('contact')) },
      { id: 'contact', type: 'collect', variables: [{ name: 'email', type: 'email' }], to: [to('person')] },
      { id: 'person', type: 'handoff', isGlobal: true },
    ],
    state: { nodeId: 'contact', trail: ['start', 'help', 'contact'], status: 'handed-off' },
    lines: [
      {
        says: 'When do you open?',
        router: [{ next: 'stay' }],
        does: ['decide help', 'speak help'],
        path: ['stay help'],
        node: 'help',
      },
    ],
  },
  {
    name: 'a hand-off with instructions alone lets the model say them first',
    nodes: [start(to('person')), { id: 'person', type: 'handoff', instructions: 'Say that a person comes.' }],
    state: spoken,
    tools: [tool('x', { isGlobal: true })],
    lines: [
      {
        says: 'x',
        model: [{ text: 'A person comes.', calls: [{ name: 'x' }] }],
        does: ['speak person', 'handOff person'],
        path: ['otherwise person'],
        node: 'person',
        status: 'handed-off',
        offers: [],
        tells: ['Say that a person comes.'],
      },
    ],
  },
  {
    name: 'ended, and the visitor writes again: from the start, with what is known',
    nodes: [
      { ...start(when('bye')), instructions: 'Hi {name}' },
      { id: 'bye', type: 'end', ...text('Bye') },
    ],
    variables: [{ name: 'name' }],
    state: { variables: { name: 'Jo' }, trail: ['start'] },
    lines: [
      {
        says: 'bye',
        router: [{ next: 'bye' }],
        does: ['decide start', 'say bye', 'endChat bye'],
        path: ['router bye'],
        node: 'bye',
        status: 'ended',
      },
      {
        says: 'one more thing',
        does: ['decide start', 'speak start'],
        path: ['start start'],
        node: 'start',
        knows: { name: 'Jo' },
        tells: ['Hi Jo'],
        candidates: ['child bye'],
      },
    ],
  },
  {
    name: 'a loop of messages ends',
    nodes: [
      start(to('a')),
      { id: 'a', type: 'message', ...text('a'), to: [to('b')] },
      { id: 'b', type: 'message', ...text('b'), to: [to('a')] },
    ],
    state: spoken,
    lines: [
      {
        says: 'x',
        does: [...Array.from({ length: 25 }, (_, at) => `say ${at % 2 ? 'b' : 'a'}`), 'say a'],
        shows: /going around in circles/,
        path: Array.from({ length: 25 }, (_, at) => `otherwise ${at % 2 ? 'b' : 'a'}`),
        node: 'start',
        limit: 'steps',
      },
    ],
  },
  {
    name: 'a loop of conditions ends with an apology',
    nodes: [
      start(to('a')),
      { id: 'a', type: 'condition', to: [to('b')] },
      { id: 'b', type: 'condition', to: [to('a')] },
    ],
    state: spoken,
    lines: [
      {
        says: 'x',
        does: ['say a'],
        path: Array.from({ length: 25 }, (_, at) => `otherwise ${at % 2 ? 'b' : 'a'}`),
        node: 'start',
        limit: 'steps',
        shows: /sorry/,
      },
    ],
  },
]

describe('conversations: messages, conditions, hand-offs, ends', () => {
  it.each(CONVERSATIONS)('$name', (conversation) => simulateConversation(conversation))
})
