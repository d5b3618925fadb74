import { STARTER_GREETING, UNAVAILABLE } from '@parlance/contract/agents/starter-greeting'
import type { TemplateWords } from './template-words.ts'

export const en: TemplateWords = {
  unavailable: UNAVAILABLE,
  'blank-template': { description: '', greeting: STARTER_GREETING },
  'confirm-email': {
    description: 'Leave your email address so we can reach you.',
    greeting: 'Hi! What is the best email address to reach you?',
  },
  'customer-support': {
    description: 'Ask about orders, products and your account.',
    greeting: 'Hi! I can help with orders, products and your account. What do you need?',
    handoff: { title: 'Talk to our team', subtitle: 'For anything the assistant can’t answer.' },
    check: { ask: 'Is it working now?', works: 'Yes, it works', notYet: 'Not yet', person: 'Talk to a person' },
  },
  'game-npc': {
    description: 'Maro, keeper of the Lantern Inn.',
    greeting:
      '*looks up from a pot of stew as the door slams* In or out, traveller, the rain is not invited. There is a stool by the fire. What brings you to the Lantern Inn?',
    letter: {
      ask: '*lays a sealed letter and two silvers on the bar* Well, traveller?',
      take: 'Take the letter',
      bridge: 'Ask who cut the bridge',
      no: 'Not tonight',
    },
  },
  'health-care-agent': {
    description: 'Ask about the practice, appointments and prescriptions.',
    greeting:
      'Hello, this is the front desk assistant. I can answer questions about the practice or take an appointment request. If this is an emergency, please call your local emergency number.',
    menu: {
      ask: 'What is it about?',
      appointment: 'An appointment',
      prescription: 'A prescription or results',
      question: 'A question about the practice',
    },
    emergency: {
      text: 'This sounds like an emergency. Please call your local emergency number now: 112 in Europe, 911 in North America. Or ask someone near you to call. If you can, unlock the door and stay on the line with them.',
      ask: 'When you are safe:',
      practice: 'Speak to the practice',
      none: 'It is no emergency',
    },
  },
  'make-appointment': {
    description: 'Request an appointment here.',
    greeting: "Hello! I'll help you make an appointment. May I have your name?",
  },
  'real-estate-agent': {
    description: 'Tell us what you’re looking for, or what you’d like to sell or let.',
    greeting: 'Hello! Are you looking to buy, rent, sell or let a property?',
    wish: { ask: 'What would you like to do?', buy: 'Buy', rent: 'Rent', sell: 'Sell', let: 'Let' },
  },
}
