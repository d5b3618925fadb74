import type { TemplateId } from '@parlance/contract/agents/schemas'
import { newAgentConfig } from '@parlance/engine/agents/draft'
import { AgentNode } from '@parlance/contract/agents/nodes'
import { describe, expect, test } from 'vitest'
import { REPLIES } from '../language/replies.ts'
import { open, template } from './conversation.testing.ts'

const HOURS = { title: 'Hours', text: 'We are open Monday to Friday from 9:00 to 17:00. Call us at +49 30 123456.' }

/** Every answer of a conversation, starting with the agent's greeting. */
function talk(id: TemplateId, ...says: string[]): string[] {
  const say = open(template(id), { passages: (text) => (text.includes('open') ? [HOURS] : []) })
  return says.map((text) => say(text).said)
}
const EN = REPLIES.en
const DE = REPLIES.de
const ASKS = {
  name: 'What name may I note?',
  date: 'Which day?',
  time: 'At what time?',
  email: 'What is your email address?',
}

describe('an appointment', () => {
  test('asks for one thing at a time, reads it back and takes the request', () => {
    expect(
      talk(
        'make-appointment',
        'I would like an appointment',
        'Anna Smith',
        'Friday',
        'at 3 pm',
        'anna@example',
        'anna@example.org',
        'yes',
      ),
    ).toEqual([
      ASKS.name,
      ASKS.date,
      `Friday, 27 November 2026. ${ASKS.time}`,
      ASKS.email,
      `“anna@example” isn’t a valid email address. ${ASKS.email}`,
      `${EN.readBack}\n- name: Anna Smith\n- date: Friday, 27 November 2026\n- time: 15:00\n- email: anna@example.org\n\n${EN.isRight}`,
      'The request was taken, and the team confirms it by email. Have a good day!',
    ])
  })

  test('takes everything in one message, and a correction', () => {
    const [list, changed] = talk('make-appointment', 'Anna, Friday at 3, anna@example.org', 'no, I meant the 5th')
    expect(list).toContain('- name: Anna\n- date: Friday, 27 November 2026\n- time: 15:00\n- email: anna@example.org')
    expect(changed).toContain('- date: Saturday, 5 December 2026\n- time: 15:00')
  })

  test('explains what was wrong with a day, and asks what to change', () => {
    const said = talk('make-appointment', "I'm Anna Smith", '32 May', 'soon', '5 December')
    expect(said).toEqual([
      ASKS.date,
      `“32 May” isn’t a valid date. ${ASKS.date}`,
      `${EN.notUnderstood} ${ASKS.date}`,
      `Saturday, 5 December 2026. ${ASKS.time}`,
    ])
    expect(talk('make-appointment', 'Anna, Friday at 3, anna@example.org', 'no')[1]).toBe(EN.whatToChange)
  })

  test('answers a question in between and comes back', () => {
    const said = talk('make-appointment', 'Anna Smith', 'When are you open?', 'Monday')
    expect(said[1]).toMatch(/^We are open Monday[^]*\n\nWhich day\?$/)
    expect(said[2]).toBe(`Monday, 23 November 2026. ${ASKS.time}`)
  })

  test('works in German', () => {
    const said = talk(
      'make-appointment',
      'Ich möchte einen Termin',
      'Anna Schmidt',
      'morgen',
      '15 Uhr',
      'anna@example.org',
    )
    expect(said).toEqual([
      DE.askFor('name'),
      DE.askFor('date'),
      `Sonntag, 22. November 2026. ${DE.askFor('time')}`,
      DE.askFor('email'),
      expect.stringContaining('- date: Sonntag, 22. November 2026'),
    ])
  })

  test('can be cancelled', () => {
    expect(talk('make-appointment', 'I would like an appointment', 'never mind')[1]).toBe(EN.ask)
  })
})

test('checks, repeats and confirms an address', () => {
  expect(talk('confirm-email', 'anna@example', 'why?', 'anna@gmial.com', 'yes', 'yes')).toEqual([
    expect.stringContaining('isn’t a valid email address'),
    expect.stringContaining(ASKS.email),
    `anna@gmial.com\n\n${EN.didYouMean('anna@gmail.com')}`,
    `anna@gmail.com\n\n${EN.isRight}`,
    'Thank you! anna@gmail.com is confirmed and the team will write to it.',
  ])
  expect(talk('confirm-email', 'anna@gmial.com', 'no', 'yes').at(-1)).toContain('anna@gmial.com is confirmed')
  expect(talk('confirm-email', 'no')).toEqual(['This is fine, and you may come back any time.'])
})

test('takes a property search from one message', () => {
  const said = talk('real-estate-agent', 'hello', 'I want to rent three rooms in Hamburg', '900 euros')
  expect(said).toEqual([
    'What would you like to do?\n- Buy\n- Rent\n- Sell\n- Let',
    'What is your budget?',
    REPLIES.en.noMatch,
  ])
  const find = open(template('real-estate-agent'), {
    passages: () => [
      { title: 'For rent', text: 'Elbe 5: three rooms in Hamburg for 890 euros a month, with a garden.' },
    ],
  })
  find('I want to rent three rooms in Hamburg')
  expect(find('900 euros').said).toContain('Elbe 5: three rooms in Hamburg')
})

test('takes requests of a practice, and sends emergencies to the emergency number', () => {
  expect(talk('health-care-agent', 'I would like an appointment')[0]).toBe(
    `The practice confirms the time.\n\n${ASKS.name}`,
  )
  expect(talk('health-care-agent', 'I have chest pain')[0]).toContain('call your local emergency number')
})

test('plays an innkeeper who trades, tells rumors and asks for a favor', () => {
  const said = talk(
    'game-npc',
    'What does the stew cost?',
    'I want a bed',
    'What does the stew cost?',
    'Any rumours about the bridge?',
  )
  expect(said[2]).toContain('Stew: 3 coppers.')
  expect(said[3]).toContain('The bridge over the pass is down, and the toll collectors blame the storm.')
  expect(said[3]).toContain('Could you carry a letter to the ferryman Ysolt')
  expect(said.join('\n')).not.toMatch(/smuggler|saws/)
})

test('answers short replies, requests for people and statements sensibly', () => {
  expect(
    talk('blank-template', 'hi', 'yes', 'no', 'three rooms in Hamburg for 400000 euros', 'I want to speak to a human'),
  ).toEqual([`${EN.greet} ${EN.self('Ada')}. ${EN.ask}`, EN.ask, EN.ask, EN.unknown, EN.noTeam])
  expect(talk('blank-template', 'Can I talk to a person who is open to it?')[0]).toBe('Call us at +49 30 123456.')
})

test('shows a form once, and answers plainly after it', () => {
  const say = open(
    newAgentConfig({
      title: 'Table bot',
      enableNodes: true,
      nodes: [
        { id: 'start', type: 'start', childrenNodes: [{ nodeId: 'book' }] },
        {
          id: 'book',
          type: 'message',
          items: [
            { type: 'form', title: 'Book a table', fields: [{ name: 'guests', label: 'Guests', type: 'number' }] },
          ],
        },
      ].map((node) => AgentNode.parse(node)),
    }),
  )
  say('I want to book')
  say('Please')
  expect(say('Guests: 5').said).not.toContain('Book a table')
  expect(say('Thanks').said).toBe(EN.thanks)
})

/** A graph with parts that no template has: numbers, options, yes or no, a rule, buttons, a global node. */
const RESTAURANT = newAgentConfig({
  title: 'Luigi',
  vg_systemPrompt: 'You are the host of the restaurant Luigi.',
  enableNodes: true,
  vg_enableUIEngine: true,
  nodes: [
    {
      id: 'start',
      type: 'start',
      instructions: 'Greet the guest. Our kitchen is open from 18:00 to 23:00.',
      childrenNodes: [
        { nodeId: 'book', condition: 'The guest wants to book a table' },
        { nodeId: 'order', condition: 'The guest wants food delivered or to order takeaway' },
        { nodeId: 'complain', condition: 'The guest complains' },
      ],
    },
    {
      id: 'book',
      type: 'collect',
      variables: [
        { name: 'guests', type: 'number', description: 'How many people come', min: 1, max: 12 },
        { name: 'day', type: 'date', min: 0 },
        { name: 'hour', type: 'time' },
        { name: 'place', options: ['Inside', 'Terrace', 'Bar'] },
        { name: 'dog', type: 'boolean', description: 'Will you bring a dog?' },
      ],
      childrenNodes: [
        { nodeId: 'big', rule: { tests: [{ variable: 'guests', operator: 'greater', value: '8' }] } },
        { nodeId: 'sum' },
      ],
    },
    {
      id: 'big',
      type: 'message',
      items: [{ type: 'text', text: 'Luigi will be there himself.' }],
      childrenNodes: [{ nodeId: 'sum' }],
    },
    {
      id: 'sum',
      type: 'default',
      instructions: 'Read back {guests}, {day}, {hour} and {place}. Ask whether everything is correct.',
      childrenNodes: [
        { nodeId: 'bye', condition: 'The guest confirms the booking' },
        { nodeId: 'book', condition: 'The guest wants to change the booking' },
      ],
    },
    { id: 'bye', type: 'end', items: [{ type: 'text', text: 'See you!' }] },
    {
      id: 'order',
      type: 'default',
      instructions: 'Show buttons: Pizza, Pasta and Salad.',
      childrenNodes: [{ nodeId: 'pizza', condition: 'The guest chooses pizza' }],
    },
    {
      id: 'pizza',
      type: 'default',
      instructions: 'Say that pizza takes 20 minutes. Ask whether they want to pay by card.',
      childrenNodes: [
        { nodeId: 'paid', condition: 'The guest wants to pay by card' },
        { nodeId: 'cash', condition: 'The guest does not want to pay by card' },
      ],
    },
    { id: 'paid', type: 'end', instructions: 'Thank the guest and say that the link comes by e-mail.' },
    { id: 'cash', type: 'end', instructions: 'Say that cash is fine.' },
    { id: 'complain', type: 'default', instructions: 'Say that the cook will call the guest.' },
  ].map((node) => AgentNode.parse(node)),
})

test.each<{ name: string; lines: [says: string, node: string, said: string | RegExp][] }>([
  {
    name: 'values out of bounds, options, a change of mind',
    lines: [
      ['When is the kitchen open?', 'start', 'Our kitchen is open from 18:00 to 23:00.'],
      ['I would like to book a table for 20 people', 'book', '“20” is too large: at most 12. How many people come?'],
      ['four', 'book', 'Which day?'],
      ['yesterday', 'book', /is in the past\. Which day\?$/],
      ['tomorrow at 8 pm', 'book', 'Sunday, 22 November 2026. What is your place: Inside, Terrace or Bar?'],
      ['what are the options?', 'book', 'What is your place?\n- Inside\n- Terrace\n- Bar'],
      ['the garden', 'book', /^“the garden” isn’t one of: Inside, Terrace, Bar\./],
      ['outside on the terrace', 'book', 'Will you bring a dog?'],
      [
        'no',
        'sum',
        /- guests: 4\n- day: Sunday, 22 November 2026\n- hour: 20:00\n- place: Terrace\n\nIs this right\?$/,
      ],
      ['actually make it 6 people', 'sum', /- guests: 6\n/],
      ['yes, perfect', 'bye', 'See you!'],
    ],
  },
  {
    name: 'all in one message, and a rule',
    lines: [
      ['Table for ten people on 5 December at 19:30 on the terrace please', 'book', /Will you bring a dog\?$/],
      ['no dog', 'sum', /^Luigi will be there himself\.\n\nHere's what I have:\n- guests: 10\n/],
    ],
  },
  {
    name: 'a wish in the form of a question, buttons, yes',
    lines: [
      ['can I get food delivered?', 'order', /- Pizza\n- Pasta\n- Salad$/],
      ['Pizza', 'pizza', 'Pizza takes 20 minutes.\n\nWould you like to pay by card?'],
      ['yes please', 'paid', 'Thank you! The link comes by e-mail.'],
    ],
  },
  {
    name: 'no',
    lines: [
      ['I want to order some takeaway', 'order', /Pizza/],
      ['Pizza', 'pizza', /card\?$/],
      ['no', 'cash', 'Cash is fine.'],
    ],
  },
  {
    name: 'a complaint that speaks of food',
    lines: [['the soup was cold and I want to complain', 'complain', 'The cook will call you.']],
  },
])('a restaurant: $name', ({ lines }) => {
  const say = open(RESTAURANT)
  for (const [says, node, said] of lines) {
    const heard = say(says)
    expect({ says, node: heard.node }).toEqual({ says, node })
    if (typeof said === 'string') expect(heard.said).toBe(said)
    else expect(heard.said).toMatch(said)
  }
})
