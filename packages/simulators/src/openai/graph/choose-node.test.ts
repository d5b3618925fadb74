import { describe, expect, test } from 'vitest'
import { open, template } from './conversation.testing.ts'

type Line = [says: string, node: string, values?: object]
const CONVERSATIONS: { name: string; of: Parameters<typeof template>[0]; lines: Line[] }[] = [
  {
    name: 'an appointment, values in any order, a refused day, a correction after the read-back',
    of: 'make-appointment',
    lines: [
      ['hi', 'start', {}],
      ['I would like an appointment next Friday at 3', 'details', { date: '2026-11-27', time: '15:00' }],
      ['Anna Smith', 'details', { name: 'Anna Smith' }],
      ['anna@example', 'details', { name: 'Anna Smith' }],
      ['When are you open?', 'details'],
      ['anna@example.org', 'confirm', { email: 'anna@example.org' }],
      ['no, I meant the 5th', 'confirm', { date: '2026-12-05', time: '15:00' }],
      ['yes', 'done'],
    ],
  },
  {
    name: 'everything in one message',
    of: 'make-appointment',
    lines: [
      [
        'Anna, Friday at 3, anna@example.org',
        'confirm',
        { name: 'Anna', date: '2026-11-27', time: '15:00', email: 'anna@example.org' },
      ],
      ['The time should be 4 pm', 'confirm', { time: '16:00' }],
      ["that's right", 'done'],
    ],
  },
  {
    name: 'a day that does not exist',
    of: 'make-appointment',
    lines: [
      ["I'm Anna Smith and need an appointment on 32 May", 'details', { name: 'Anna Smith' }],
      ['tomorrow', 'details', { date: '2026-11-22' }],
      ['12:30', 'details', { time: '12:30' }],
      ['never mind, let me talk to a person', 'person'],
    ],
  },
  {
    name: 'an earlier appointment',
    of: 'make-appointment',
    lines: [
      ['I want to cancel my appointment', 'change'],
      ['Anna Smith', 'change', { name: 'Anna Smith' }],
      ['anna@example.org', 'change', { email: 'anna@example.org' }],
      ['5 December', 'change', { old_date: '2026-12-05' }],
      ['It should be cancelled', 'done', { new_wish: 'It should be cancelled' }],
    ],
  },
  {
    name: 'an address with a slip',
    of: 'confirm-email',
    lines: [
      ['why?', 'start'],
      ['anna@gmial.com', 'repeat', { email: 'anna@gmial.com' }],
      ['no, it is anna@gmail.com', 'repeat', { email: 'anna@gmail.com' }],
      ['yes', 'confirmed', { email: 'anna@gmail.com' }],
    ],
  },
  { name: 'no address', of: 'confirm-email', lines: [['I would rather not', 'declined', {}]] },
  {
    name: 'a search in one message, and a viewing',
    of: 'real-estate-agent',
    lines: [
      ['I want to rent three rooms in Hamburg', 'search', { area: 'Hamburg', rooms: 'three' }],
      ['900 euros', 'suggest', { budget: '900 euros' }],
      ['Can it be a bit cheaper?', 'suggest'],
      ['I would like to see the first one', 'viewing'],
      ['Anna Smith', 'viewing', { name: 'Anna Smith' }],
      ['040 123456', 'viewing', { phone: '040123456' }],
      ['Mondays in the afternoon', 'close', { preferred_time: 'Mondays in the afternoon' }],
    ],
  },
  {
    name: 'a request to a practice',
    of: 'health-care-agent',
    lines: [
      ['I need an appointment', 'request'],
      ['Anna Smith', 'request', { name: 'Anna Smith' }],
      ['yes', 'request', { new_patient: true }],
      ['a check-up', 'request', { reason: 'a check-up' }],
      ['Monday', 'request', { preferred_date: '2026-11-23' }],
      ['in the morning', 'request', { preferred_time: 'in the morning' }],
      ['+49 40 123456', 'confirm', { phone: '+4940123456' }],
      ['All right, that is correct', 'close'],
    ],
  },
  { name: 'an emergency', of: 'health-care-agent', lines: [['I have chest pain', 'emergency', {}]] },
  {
    name: 'a problem that ends with a person',
    of: 'customer-support',
    lines: [
      ['What is your return policy?', 'start'],
      ['My order arrived and the lamp does not work', 'solve'],
      ['That did not help', 'contact'],
      ['Anna', 'contact', { name: 'Anna' }],
      ['I want to speak to a human', 'person'],
    ],
  },
  {
    name: 'an inn',
    of: 'game-npc',
    lines: [
      ['hello', 'start'],
      ['I want a bed for the night', 'trade'],
      ['Any rumours about the bridge?', 'quest'],
      ['Are you a machine?', 'out-of-character'],
      ['Let us go on playing', 'start'],
      ['I must leave now, goodbye', 'farewell'],
    ],
  },
]

describe.each(CONVERSATIONS)('$name', ({ of, lines }) => {
  test('chooses the right node', () => {
    const say = open(template(of))
    for (const [says, node, values = {}] of lines) {
      const heard = say(says)
      expect({ says, node: heard.node, values: heard.values, said: heard.said }).toMatchObject({ says, node, values })
    }
  })
})
