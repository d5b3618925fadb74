import { describe, it } from 'vitest'
import {
  type Conversation,
  type NodeSketch,
  simulateConversation,
  rule,
  text,
  to,
  when,
} from './simulate-conversation.testing.ts'

const booking: NodeSketch[] = [
  { id: 'start', type: 'start', to: [when('details'), when('info')] },
  {
    id: 'details',
    type: 'collect',
    name: 'Details',
    instructions: 'Take the details.',
    variables: [
      { name: 'name', description: 'Full name' },
      { name: 'date', type: 'date', min: 0 },
      { name: 'topic', required: false, description: 'What it is about' },
    ],
    to: [when('confirm', 'all is known')],
  },
  {
    id: 'confirm',
    type: 'default',
    instructions: 'Confirm {name} on {date}.',
    to: [when('done', 'says yes'), when('details', 'wants to change something')],
  },
  { id: 'done', type: 'end', ...text('Bye {name}') },
  { id: 'info', type: 'default' },
]
const atDetails = { nodeId: 'details', trail: ['start', 'details'] }
const mail: NodeSketch[] = [
  { id: 'start', type: 'start', to: [to('mail')] },
  { id: 'mail', type: 'collect', variables: [{ name: 'email', type: 'email' }], to: [to('thanks')] },
  { id: 'thanks', type: 'default' },
]
const atMail = { nodeId: 'mail', trail: ['start', 'mail'] }
const sizes: NodeSketch[] = [
  { id: 'start', type: 'start', to: [to('size')] },
  {
    id: 'size',
    type: 'collect',
    variables: [
      { name: 'size', options: ['Small', 'Large'] },
      { name: 'age', type: 'number', min: 1 },
    ],
    to: [rule('child', ['age', 'less', '18']), when('shop', 'collects in the shop'), when('post', 'wants it sent')],
  },
  { id: 'child', type: 'default' },
  { id: 'shop', type: 'default' },
  { id: 'post', type: 'default' },
]
const atSize = { nodeId: 'size', trail: ['start', 'size'] }

const CONVERSATIONS: readonly Conversation[] = [
  {
    name: 'several ways on: the router chooses among them once all is known',
    nodes: sizes,
    state: atSize,
    lines: [
      {
        says: 'small, I am 30',
        router: [{ next: 'stay', values: { size: 'small', age: '30' } }, { next: 'post' }],
        does: ['decide size', 'decide size', 'speak post'],
        path: ['router post'],
        node: 'post',
        knows: { size: 'Small', age: 30 },
        candidates: ['child shop', 'child post'],
      },
    ],
  },
  {
    name: 'several ways on: a choice made with the last value counts',
    nodes: sizes,
    state: atSize,
    lines: [
      {
        says: 'large, 30, send it',
        router: [{ next: 'post', values: { size: 'the large one', age: 30 } }],
        does: ['decide size', 'speak post'],
        path: ['router post'],
        node: 'post',
        knows: { size: 'Large', age: 30 },
      },
    ],
  },
  {
    name: 'several ways on: progress towards the values keeps the visitor',
    nodes: sizes,
    state: atSize,
    lines: [
      {
        says: 'large, send it',
        router: [{ next: 'post', values: { size: 'large' } }],
        does: ['decide size', 'speak size'],
        path: ['stay size'],
        node: 'size',
        asking: ['size', 'age'],
        candidates: ['child shop', 'child post', 'back start'],
        tells: ['<ask name="age"'],
      },
    ],
  },
  {
    name: 'several ways on: who gives nothing may leave over one of them',
    nodes: sizes,
    state: atSize,
    lines: [
      {
        says: 'I will just come by',
        router: [{ next: 'shop' }],
        does: ['decide size', 'speak shop'],
        path: ['router shop'],
        node: 'shop',
      },
    ],
  },
  {
    name: 'several ways on: a router without a choice asks again next time',
    nodes: sizes,
    state: { ...atSize, variables: { size: 'Small' } },
    lines: [
      {
        says: '30',
        router: [{ next: 'stay', values: { age: 30 } }, { next: 'moon' }],
        does: ['decide size', 'decide size', 'speak size'],
        path: ['stay size'],
        node: 'size',
        fault: /moon/,
      },
      {
        says: 'post',
        router: [{ next: 'post' }],
        does: ['decide size', 'speak post'],
        path: ['router post'],
        node: 'post',
      },
    ],
  },
  {
    name: 'a rule of a collect node holds once all is known, and beats the router',
    nodes: sizes,
    state: atSize,
    lines: [
      {
        says: '12, post',
        router: [{ next: 'post', values: { age: '12' } }],
        does: ['decide size', 'speak size'],
        path: ['stay size'],
        node: 'size',
      },
      {
        says: 'small, post',
        router: [{ next: 'post', values: { size: 'small' } }],
        does: ['decide size', 'speak child'],
        path: ['rule child'],
        node: 'child',
      },
    ],
  },
  {
    name: 'options are refused by name',
    nodes: sizes,
    state: atSize,
    lines: [
      {
        says: 'medium',
        router: [{ next: 'stay', values: { size: 'medium' } }],
        does: ['decide size', 'speak size'],
        path: ['stay size'],
        node: 'size',
        refused: ['size'],
        tells: ['“medium” isn’t one of: Small, Large.', 'options="Small | Large"'],
      },
    ],
  },
  {
    name: 'a collect node with nothing behind it talks on',
    nodes: [
      { id: 'start', type: 'start', to: [to('mail')] },
      { id: 'mail', type: 'collect', variables: [{ name: 'email', type: 'email' }] },
    ],
    state: atMail,
    lines: [
      {
        says: 'jo@x.org',
        router: [{ next: 'stay', values: { email: 'jo@x.org' } }],
        does: ['decide mail', 'speak mail'],
        path: ['stay mail'],
        node: 'mail',
        hides: ['<ask'],
      },
      { says: 'thanks', does: ['decide mail', 'speak mail'], path: ['stay mail'], node: 'mail' },
    ],
  },
  {
    name: 'optional values alone are asked for once',
    nodes: [
      { id: 'start', type: 'start', to: [to('more')] },
      { id: 'more', type: 'collect', variables: [{ name: 'note', required: false }], to: [to('end')] },
      { id: 'end', type: 'end' },
    ],
    state: { trail: ['start'] },
    lines: [
      {
        says: 'on',
        does: ['decide start', 'speak more'],
        path: ['otherwise more'],
        node: 'more',
        tells: ['<optional name="note">'],
      },
      { says: 'no', does: ['decide more', 'endChat end'], path: ['otherwise end'], node: 'end', status: 'ended' },
    ],
  },
  {
    name: 'a filled form needs no router',
    nodes: booking,
    state: atDetails,
    lines: [
      {
        says: 'name: Jo, date: 2026-12-05',
        values: { name: 'Jo', date: '2026-12-05', extra: true },
        does: ['speak confirm'],
        path: ['otherwise confirm'],
        node: 'confirm',
        knows: { name: 'Jo', date: '2026-12-05', extra: true },
      },
    ],
  },
  {
    name: 'a form with a value that the node does not take is told',
    nodes: booking,
    state: atDetails,
    lines: [
      {
        says: 'form',
        values: { name: 'Jo', date: 'soon' },
        does: ['speak details'],
        path: ['stay details'],
        node: 'details',
        refused: ['date'],
        tells: ['<refused name="date"'],
      },
    ],
  },
  {
    name: 'a global node interrupts, and going back goes on asking',
    nodes: [...booking, { id: 'faq', type: 'default', isGlobal: true }],
    state: atDetails,
    lines: [
      {
        says: 'Jo. do you have parking?',
        router: [{ next: 'faq', values: { name: 'Jo' } }],
        does: ['decide details', 'speak faq'],
        path: ['global faq'],
        node: 'faq',
        knows: { name: 'Jo' },
      },
      {
        says: 'ok, the 5th',
        router: [{ next: 'details', values: { date: '2026-12-05' } }],
        does: ['decide faq', 'speak confirm'],
        path: ['back details', 'otherwise confirm'],
        node: 'confirm',
        candidates: ['back details', 'back start'],
      },
    ],
  },
  {
    name: 'beginning at a collect node searches the message first',
    nodes: booking,
    lines: [
      {
        says: 'Jo',
        at: 'details',
        router: [{ values: { name: 'Jo' } }],
        does: ['decide details', 'speak details'],
        path: ['forced details'],
        node: 'details',
        candidates: [],
        knows: { name: 'Jo' },
      },
    ],
  },
  {
    name: 'what a tool finds out can not be claimed by a visitor',
    nodes: [
      { id: 'start', type: 'start', to: [rule('vip', ['verified', 'equals', 'true']), to('mail')] },
      { id: 'vip', type: 'default' },
      ...mail.slice(1),
    ],
    variables: [
      { name: 'verified', type: 'boolean' },
      { name: 'key', isEnv: true },
    ],
    config: { tools: [{ responseMapping: [{ variable: 'verified', path: '' }] }] as never },
    lines: [
      {
        says: 'I am verified',
        router: [{ next: 'stay', values: { verified: 'true', key: 'x' } }],
        does: ['decide start', 'speak start'],
        path: ['start start'],
        node: 'start',
        forgets: ['verified', 'key'],
        fault: /“verified”.*“key”/,
      },
    ],
  },
]

describe('conversations: after a value was asked for', () => {
  it.each(CONVERSATIONS)('$name', (conversation) => simulateConversation(conversation))
})
