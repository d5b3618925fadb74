import { describe, it } from 'vitest'
import {
  type Conversation,
  type NodeSketch,
  simulateConversation,
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
const known = { name: 'Jo', date: '2026-12-04' }
const atConfirm = { nodeId: 'confirm', trail: ['start', 'details', 'confirm'], variables: known }
const atDetails = { nodeId: 'details', trail: ['start', 'details'] }
const mail: NodeSketch[] = [
  { id: 'start', type: 'start', to: [to('mail')] },
  { id: 'mail', type: 'collect', variables: [{ name: 'email', type: 'email' }], to: [to('thanks')] },
  { id: 'thanks', type: 'default' },
]
const atMail = { nodeId: 'mail', trail: ['start', 'mail'] }

const CONVERSATIONS: readonly Conversation[] = [
  {
    name: 'asks one thing at a time, then goes on',
    nodes: booking,
    lines: [
      {
        says: 'book',
        router: [{ next: 'details' }],
        does: ['decide start', 'speak details'],
        path: ['start start', 'router details'],
        node: 'details',
        tells: ['Take the details.', /<ask name="name" type="text">Full name<\/ask>/, '<optional name="topic">'],
        hides: ['name="date"'],
      },
      {
        says: 'Jo',
        router: [{ next: 'stay', values: { name: 'Jo', date: null } }],
        does: ['decide details', 'speak details'],
        path: ['stay details'],
        node: 'details',
        knows: { name: 'Jo' },
        asking: ['name', 'date'],
        candidates: ['back start'],
        tells: ['<ask name="date" type="date">', '<value name="name">Jo</value>'],
      },
      {
        says: '5 Dec',
        router: [{ next: 'stay', values: { date: '5 December' } }],
        does: ['decide details', 'speak confirm'],
        path: ['otherwise confirm'],
        node: 'confirm',
        knows: { date: '2026-12-05' },
        asking: ['date'],
        tells: ['Confirm Jo on 2026-12-05.'],
      },
      {
        says: 'yes',
        router: [{ next: 'done' }],
        does: ['decide confirm', 'say done', 'endChat done'],
        path: ['router done'],
        node: 'done',
        status: 'ended',
        shows: 'Bye Jo',
      },
    ],
  },
  {
    name: 'values that come early are not asked for again',
    nodes: booking,
    lines: [
      {
        says: 'I am Jo, book the 5th',
        router: [{ next: 'details', values: { name: 'Jo', date: '2026-12-05', topic: '' } }],
        does: ['decide start', 'speak confirm'],
        path: ['start start', 'router details', 'otherwise confirm'],
        node: 'confirm',
        knows: { name: 'Jo', date: '2026-12-05' },
        forgets: ['topic'],
      },
    ],
  },
  {
    name: 'values given somewhere else are kept for later',
    nodes: booking,
    lines: [
      {
        says: 'Jo here, what do you do?',
        router: [{ next: 'info', values: { name: 'Jo' } }],
        does: ['decide start', 'speak info'],
        path: ['start start', 'router info'],
        node: 'info',
        knows: { name: 'Jo' },
      },
      {
        says: 'book',
        router: [{ next: 'start' }],
        does: ['decide info', 'speak start'],
        path: ['back start'],
        node: 'start',
      },
      {
        says: 'really',
        router: [{ next: 'details' }],
        does: ['decide start', 'speak details'],
        path: ['router details'],
        node: 'details',
        tells: ['<ask name="date"'],
      },
    ],
  },
  {
    name: '«no, I meant the 5th»: corrected where it is, and read back',
    nodes: booking,
    state: atConfirm,
    lines: [
      {
        says: 'no, I meant the 5th',
        router: [{ next: 'stay', values: { date: '2026-12-05' } }],
        does: ['decide confirm', 'speak confirm'],
        path: ['stay confirm'],
        node: 'confirm',
        knows: { date: '2026-12-05', name: 'Jo' },
        tells: ['Confirm Jo on 2026-12-05.'],
      },
    ],
  },
  {
    name: '«no, I meant the 5th»: sent to the collect node, it is done and comes back',
    nodes: booking,
    state: atConfirm,
    lines: [
      {
        says: 'no, I meant the 5th',
        router: [{ next: 'details', values: { date: '2026-12-05' } }],
        does: ['decide confirm', 'speak confirm'],
        path: ['router details', 'otherwise confirm'],
        node: 'confirm',
        knows: { date: '2026-12-05' },
      },
    ],
  },
  {
    name: 'a wish to change something without saying what opens the collect node again',
    nodes: booking,
    state: atConfirm,
    lines: [
      {
        says: 'something is wrong',
        router: [{ next: 'details' }],
        does: ['decide confirm', 'speak details'],
        path: ['router details'],
        node: 'details',
        tells: ['should be different'],
      },
      {
        says: 'hm',
        does: ['decide details', 'speak details'],
        path: ['stay details'],
        node: 'details',
        candidates: ['child confirm', 'back start'],
      },
      {
        says: 'the 6th',
        router: [{ next: 'stay', values: { date: '2026-12-06' } }],
        does: ['decide details', 'speak confirm'],
        path: ['otherwise confirm'],
        node: 'confirm',
        knows: { date: '2026-12-06' },
      },
    ],
  },
  {
    name: 'an opened collect node is left when nothing is to be changed',
    nodes: booking,
    state: { ...atConfirm, nodeId: 'details', reopened: true },
    lines: [
      {
        says: 'no, fine',
        router: [{ next: 'confirm' }],
        does: ['decide details', 'speak confirm'],
        path: ['router confirm'],
        node: 'confirm',
      },
    ],
  },
  {
    name: 'a correction that is not valid keeps the old value',
    nodes: booking,
    state: atConfirm,
    lines: [
      {
        says: 'the 32nd',
        router: [{ next: 'stay', values: { date: '2026-12-32' } }],
        does: ['decide confirm', 'speak confirm'],
        path: ['stay confirm'],
        node: 'confirm',
        knows: { date: '2026-12-04' },
        refused: ['date'],
        tells: ['<refused name="date" value="2026-12-32">“2026-12-32” isn’t a valid date.</refused>'],
      },
    ],
  },
  {
    name: 'a day in the past is refused',
    nodes: booking,
    state: { ...atDetails, variables: { name: 'Jo' } },
    lines: [
      {
        says: 'yesterday',
        router: [{ next: 'stay', values: { date: '2026-11-20' } }],
        does: ['decide details', 'speak details'],
        path: ['stay details'],
        node: 'details',
        forgets: ['date'],
        refused: ['date'],
        tells: ['in the past'],
      },
    ],
  },
  {
    name: 'a value that no longer fits is asked for again',
    nodes: booking,
    state: { nodeId: 'start', trail: ['start'], variables: { name: 'Jo', date: '2026-10-01' } },
    lines: [
      {
        says: 'book',
        router: [{ next: 'details' }],
        does: ['decide start', 'speak details'],
        path: ['router details'],
        node: 'details',
        tells: ['<ask name="date"', 'in the past'],
      },
    ],
  },
  {
    name: 'refused three times: help is offered, and a good value is still taken',
    nodes: mail,
    state: atMail,
    lines: [
      {
        says: 'a',
        router: [{ next: 'stay', values: { email: 'a@b' } }],
        does: ['decide mail', 'speak mail'],
        path: ['stay mail'],
        node: 'mail',
        refused: ['email'],
        tells: ['“a@b” isn’t a valid email address'],
        hides: ['several times'],
      },
      {
        says: 'b',
        router: [{ next: 'stay', values: { email: 'a b@c.de' } }],
        does: ['decide mail', 'speak mail'],
        path: ['stay mail'],
        node: 'mail',
        refused: ['email'],
        hides: ['several times'],
      },
      {
        says: 'c',
        router: [{ next: 'stay', values: { email: 'nope' } }],
        does: ['decide mail', 'speak mail'],
        path: ['stay mail'],
        node: 'mail',
        refused: ['email'],
        tells: ['failed several times'],
      },
      {
        says: 'd',
        router: [{ next: 'stay', values: { email: 'jo@X.org.' } }],
        does: ['decide mail', 'speak thanks'],
        path: ['otherwise thanks'],
        node: 'thanks',
        knows: { email: 'jo@x.org' },
      },
    ],
  },
  {
    name: 'a side question is answered and the asking goes on',
    nodes: mail,
    state: atMail,
    lines: [
      {
        says: 'why?',
        does: ['decide mail', 'speak mail'],
        path: ['stay mail'],
        node: 'mail',
        tells: ['<ask name="email"'],
      },
    ],
  },
  {
    name: 'a failed router asks again',
    nodes: mail,
    state: atMail,
    lines: [
      {
        says: 'jo@x.org',
        router: ['fails'],
        does: ['decide mail', 'speak mail'],
        path: ['stay mail'],
        node: 'mail',
        fault: /slow/,
        forgets: ['email'],
      },
    ],
  },
  {
    name: 'garbage values of the router set nothing',
    nodes: mail,
    state: atMail,
    lines: [
      {
        says: 'x',
        router: [{ next: 'stay', values: { email: { a: 1 }, __proto__: { email: 'a@b.de' } } }],
        does: ['decide mail', 'speak mail'],
        path: ['stay mail'],
        node: 'mail',
        forgets: ['email'],
        refused: ['email'],
      },
      {
        says: 'x',
        router: [{ next: 'stay', values: { email: ['a@b.de'] } }],
        does: ['decide mail', 'speak mail'],
        path: ['stay mail'],
        node: 'mail',
        forgets: ['email'],
        refused: ['email'],
      },
    ],
  },
]

describe('conversations: collecting values', () => {
  it.each(CONVERSATIONS)('$name', (conversation) => simulateConversation(conversation))
})
