import { describe, it } from 'vitest'
import {
  type Conversation,
  fails,
  type NodeSketch,
  simulateConversation,
  rule,
  to,
  tool,
  when,
  works,
} from './simulate-conversation.testing.ts'

const start = (...edges: NodeSketch['to'] & {}): NodeSketch => ({ id: 'start', type: 'start', to: edges })
const node = (id: string, ...edges: NodeSketch['to'] & {}): NodeSketch => ({ id, type: 'default', to: edges })
const spoken = { trail: ['start'] }
const stock: NodeSketch = {
  id: 'stock',
  type: 'tool',
  name: 'Check stock',
  toolCall: { toolId: 'api', arguments: { sku: '{sku}-{none}-{other}' } },
  to: [works('yes'), fails('no')],
}
const shop = [start(to('stock')), stock, { ...node('yes'), instructions: 'In stock: {count}' }, node('no')]

const CONVERSATIONS: readonly Conversation[] = [
  {
    name: 'a tool that fails without a failure edge is not called again before something changed',
    nodes: [
      start(to('order')),
      { id: 'order', type: 'collect', variables: [{ name: 'no' }], to: [when('find', 'the number is known')] },
      { id: 'find', type: 'tool', toolCall: { toolId: 'api', arguments: { no: '{no}' } }, to: [works('found')] },
      node('found'),
    ],
    tools: [tool('api')],
    state: { nodeId: 'order', trail: ['start', 'order'] },
    lines: [
      {
        says: '77',
        router: [{ next: 'stay', values: { no: '77' } }],
        tools: ['times out'],
        does: ['decide order', 'callTool api', 'speak order'],
        path: ['otherwise find', 'stay order'],
        node: 'order',
        tells: ['did not answer', 'should be different'],
      },
      {
        says: 'why?',
        does: ['decide order', 'speak order'],
        path: ['stay order'],
        node: 'order',
        candidates: ['child find', 'back start'],
        conditions: [/nothing to add or change/, /go back/],
      },
      {
        says: 'try again',
        router: [{ next: 'find' }],
        does: ['decide order', 'callTool api', 'speak found'],
        path: ['router find', 'success found'],
        node: 'found',
      },
    ],
  },
  {
    name: 'a tool node calls with filled-in arguments and goes on over success',
    nodes: shop,
    tools: [tool('api', { responseMapping: [{ variable: 'count', path: 'n' }] })],
    variables: [{ name: 'sku' }, { name: 'none' }, { name: 'count', type: 'number' }],
    state: { ...spoken, variables: { sku: 'A1' } },
    lines: [
      {
        says: 'in stock?',
        tools: [{ response: '{"n":3}', variables: { count: '3' } }],
        does: ['callTool api', 'speak yes'],
        path: ['otherwise stock', 'success yes'],
        node: 'yes',
        called: { sku: 'A1--{other}' },
        knows: { count: 3 },
        tells: ['In stock: 3', '<tool_result name="Check stock" ok="true">', '{&quot;count&quot;:&quot;3&quot;}'],
      },
    ],
  },
  {
    name: 'an empty or invalid value of a tool replaces the old one, and the visitor is not blamed',
    nodes: [start(to('stock')), { ...stock, to: [works('yes')] }, { ...node('yes'), instructions: 'Left: {count}' }],
    tools: [tool('api', { responseMapping: [{ variable: 'count', path: 'n' }] })],
    variables: [{ name: 'count', type: 'number' }],
    state: { ...spoken, variables: { count: 5 } },
    lines: [
      {
        says: 'in stock?',
        tools: [{ variables: { count: 'sold out' } }],
        does: ['callTool api', 'speak yes'],
        path: ['otherwise stock', 'success yes'],
        node: 'yes',
        knows: { count: '' },
        refused: ['count'],
        hides: ['what is not valid', '<refused', 'Left: 5'],
      },
      {
        says: 'and now?',
        at: 'stock',
        tools: [{ variables: { count: 3 } }],
        does: ['callTool api', 'speak yes'],
        path: ['forced stock', 'success yes'],
        node: 'yes',
        knows: { count: 3 },
      },
      {
        says: 'and now?',
        at: 'stock',
        tools: [{ variables: { count: ' ' } }],
        does: ['callTool api', 'speak yes'],
        path: ['forced stock', 'success yes'],
        node: 'yes',
        knows: { count: '' },
        hides: ['<refused', 'Left: 3'],
      },
    ],
  },
  {
    name: 'a tool that times out goes over failure',
    nodes: shop,
    tools: [tool('api')],
    state: spoken,
    lines: [
      {
        says: 'in stock?',
        tools: ['times out'],
        does: ['callTool api', 'speak no'],
        path: ['otherwise stock', 'failure no'],
        node: 'no',
        tells: ['did not answer within 10 seconds', 'ok="false"'],
      },
    ],
  },
  {
    name: 'a failed tool without a failure edge: the last talking node tells',
    nodes: [start(to('stock')), { ...stock, to: [to('yes')] }, node('yes')],
    tools: [tool('api')],
    state: spoken,
    lines: [
      {
        says: 'x',
        tools: [{ ok: false, status: 500, variables: { count: 1 } }],
        does: ['callTool api', 'speak start'],
        path: ['otherwise stock', 'stay start'],
        node: 'start',
        forgets: ['count'],
        tells: ['status 500', 'Do not say that it worked'],
      },
    ],
  },
  {
    name: 'rules refine the outcome of a tool',
    nodes: [
      start(to('stock')),
      {
        ...stock,
        to: [
          works('yes'),
          { ...rule('sold', ['count', 'equals', '0']), on: 'success' },
          { ...rule('gone', ['count', 'isNotSet']), on: 'failure' },
          fails('no'),
        ],
      },
      node('yes'),
      node('no'),
      node('sold'),
      node('gone'),
    ],
    tools: [tool('api', { responseMapping: [{ variable: 'count', path: '' }] })],
    variables: [{ name: 'count', type: 'number' }],
    config: { tools: [{ responseMapping: [{ variable: 'count', path: '' }] }] as never },
    state: spoken,
    lines: [
      {
        says: 'a',
        tools: ['times out'],
        does: ['callTool api', 'speak gone'],
        path: ['otherwise stock', 'rule gone'],
        node: 'gone',
      },
      {
        says: 'b',
        at: 'stock',
        tools: [{ variables: { count: 0 } }],
        does: ['callTool api', 'speak sold'],
        path: ['forced stock', 'rule sold'],
        node: 'sold',
      },
      {
        says: 'c',
        at: 'stock',
        tools: ['times out'],
        does: ['callTool api', 'speak no'],
        path: ['forced stock', 'failure no'],
        node: 'no',
      },
    ],
  },
  {
    name: 'a tool node may leave over a condition',
    nodes: [start(to('stock')), { ...stock, to: [when('cheap'), when('dear')] }, node('cheap'), node('dear')],
    tools: [tool('api')],
    state: spoken,
    lines: [
      {
        says: 'x',
        router: [{ next: 'dear' }],
        does: ['callTool api', 'decide stock', 'speak dear'],
        path: ['otherwise stock', 'router dear'],
        node: 'dear',
      },
    ],
  },
  {
    name: 'a tool that is not there fails without a call',
    nodes: shop,
    state: spoken,
    lines: [
      { says: 'x', does: ['speak no'], path: ['otherwise stock', 'failure no'], node: 'no', tells: ['no such tool'] },
    ],
  },
  {
    name: 'objects that a tool answers become text, null nothing',
    nodes: [start(to('stock')), { ...stock, to: [works('yes')] }, node('yes')],
    tools: [tool('api')],
    state: spoken,
    lines: [
      {
        says: 'x',
        tools: [{ variables: { list: [1, 2], none: null, flag: true } }],
        does: ['callTool api', 'speak yes'],
        path: ['otherwise stock', 'success yes'],
        node: 'yes',
        knows: { list: '[1,2]', flag: true },
        forgets: ['none'],
      },
    ],
  },
  {
    name: 'a tool that fails after a collect node asks for the value again',
    nodes: [
      start(to('order')),
      { id: 'order', type: 'collect', variables: [{ name: 'no' }], to: [to('find')] },
      {
        id: 'find',
        type: 'tool',
        toolCall: { toolId: 'api', arguments: { no: '{no}' } },
        to: [works('found'), fails('order')],
      },
      node('found'),
    ],
    tools: [tool('api')],
    state: { nodeId: 'order', trail: ['start', 'order'] },
    lines: [
      {
        says: '77',
        router: [{ next: 'stay', values: { no: '77' } }],
        tools: [{ ok: false, error: 'unknown order' }],
        does: ['decide order', 'callTool api', 'speak order'],
        path: ['otherwise find', 'failure order'],
        node: 'order',
        tells: ['unknown order', 'should be different'],
        called: { no: '77' },
      },
      {
        says: '78',
        router: [{ next: 'stay', values: { no: '78' } }],
        does: ['decide order', 'callTool api', 'speak found'],
        path: ['otherwise find', 'success found'],
        node: 'found',
        called: { no: '78' },
      },
    ],
  },
  {
    name: 'a loop through the router ends',
    nodes: [
      start(to('if')),
      { id: 'if', type: 'condition', to: [when('again'), when('if')] },
      { id: 'again', type: 'condition', to: [to('if')] },
    ],
    state: spoken,
    lines: [
      {
        says: 'x',
        router: Array.from({ length: 10 }, () => ({ next: 'if' })),
        does: [...Array.from({ length: 10 }, () => 'decide if'), 'say if'],
        path: ['otherwise if', ...Array.from({ length: 10 }, () => 'router if')],
        node: 'start',
        limit: 'modelCalls',
        shows: /sorry/,
      },
    ],
  },
  {
    name: 'a loop through a tool ends',
    nodes: [start(to('stock')), { ...stock, to: [to('stock')] }],
    tools: [tool('api')],
    state: spoken,
    lines: [
      {
        says: 'x',
        does: [...Array.from({ length: 10 }, () => 'callTool api'), 'say stock'],
        path: ['otherwise stock', ...Array.from({ length: 10 }, () => 'success stock')],
        node: 'start',
        limit: 'toolCalls',
        shows: /sorry/,
      },
    ],
  },
  {
    name: 'a collect node that leads to itself ends',
    nodes: [start(to('mail')), { id: 'mail', type: 'collect', variables: [{ name: 'mail' }], to: [to('mail')] }],
    state: { nodeId: 'mail', trail: ['start', 'mail'] },
    lines: [
      {
        says: 'x',
        router: [{ next: 'stay', values: { mail: 'x' } }],
        does: ['decide mail', 'speak mail'],
        path: ['otherwise mail'],
        node: 'mail',
      },
    ],
  },
]

describe('conversations: tool nodes and loops', () => {
  it.each(CONVERSATIONS)('$name', (conversation) => simulateConversation(conversation))
})
