/** The demo project of the Voiceflow simulator: a small tea shop with every kind of step that our chat can show. */
import { type Action, type Fields, isObject } from './parse-request.ts'

export interface Trace {
  readonly type: string
  readonly payload?: unknown
  readonly paths?: unknown
  readonly defaultPath?: number
}

/** The state of one user. As at Voiceflow, variables outlive an end. */
export interface UserState {
  at: 'menu' | 'order' | 'form' | 'ended'
  variables: Fields
}

const text = (message: string): Trace => ({
  type: 'text',
  payload: {
    slate: { id: 'slate', content: message.split('\n').map((line) => ({ children: [{ text: line }] })) },
    message,
    delay: 1000,
  },
})
const path = (name: string, id: string) => ({
  name,
  request: { type: `path-${id}`, payload: { label: name, actions: [] as unknown[] } },
})
const opening = (name: string, id: string, url: string) => ({
  name,
  request: { type: `path-${id}`, payload: { label: name, actions: [{ type: 'open_url', payload: { url } }] } },
})
const choice = (...buttons: unknown[]): Trace => ({ type: 'choice', payload: { buttons } })
const went = (where: string): Trace[] => [
  { type: 'block', payload: { blockID: where } },
  { type: 'debug', payload: { type: 'intent', message: `matched **${where}**` } },
  { type: 'path', payload: { path: where } },
]

const MENU = choice(
  path('Opening hours', 'hours'),
  path('Our teas', 'teas'),
  { name: 'Where is my order?', request: { type: 'text', payload: 'Where is my order?' } },
  opening('Website', 'website', 'https://example.com/tea'),
)

const TEAS = ['Sencha', 'Assam']

/** What a visitor wants: by the path of a button, or by the words of a text. */
const WANTS: readonly (readonly [where: string, words: RegExp])[] = [
  ['hours', /\b(?:hours?|open)\b/i],
  ['teas', /\bteas?\b|\bproducts?\b/i],
  ['gift', /\bgifts?\b/i],
  ['picture', /\bpictures?\b|\bphotos?\b/i],
  ['order', /\border\b/i],
  ['form', /\bnewsletter\b|\bform\b/i],
  ['person', /\bhuman\b|\bperson\b/i],
  ['silence', /\bsilence\b/i],
  ['end', /\bbye\b|\bend\b/i],
]

/** Answers one action and moves the user on. `pictures` is the base address of the pictures. */
export function play(user: UserState, action: Action, pictures: string): Trace[] {
  if (action.type === 'launch' || user.at === 'ended') {
    user.at = 'menu'
    return [...went('start'), text('Welcome to the tea shop. How can I help?'), MENU]
  }
  if (user.at === 'order' && action.type === 'text') return placed(user, String(action.payload))
  if (user.at === 'form' && action.type === 'complete') return joined(user, action.payload)
  user.at = 'menu'
  const tea = TEAS.find((name) => action.type === `path-buy-${name.toLowerCase()}`)
  if (tea !== undefined) return [...went('buy'), text(`${tea} is a good choice. We keep a packet for you.`)]
  const where = wanted(action)
  return where === undefined
    ? [...went('no match'), text('I did not understand that.'), MENU, { type: 'no-reply', payload: { timeout: 10 } }]
    : [...went(where), ...(STEPS[where]?.(user, pictures) ?? [])]
}

function wanted({ type, payload }: Action): string | undefined {
  if (type === 'text') return WANTS.find(([, words]) => words.test(String(payload)))?.[0]
  return WANTS.find(([where]) => type === `path-${where}`)?.[0]
}

const STEPS: Readonly<Record<string, (user: UserState, pictures: string) => Trace[]>> = {
  hours: () => [text('We are open from 9 to 18 o’clock, **Monday to Saturday**.')],
  teas: (_user, pictures) => [
    text('These are our teas:'),
    {
      type: 'carousel',
      payload: {
        layout: 'Carousel',
        cards: TEAS.map((title, index) => ({
          id: `card-${index}`,
          title,
          description: { text: index === 0 ? 'Green, from Japan' : 'Black, from India', slate: [] },
          imageUrl: `${pictures}/${title.toLowerCase()}.svg`,
          buttons: [path('Buy', `buy-${title.toLowerCase()}`)],
        })),
      },
    },
  ],
  gift: (_user, pictures) => [
    {
      type: 'cardV2',
      payload: {
        title: 'Gift box',
        description: { text: 'Both teas in a tin.', slate: [] },
        imageUrl: `${pictures}/gift.svg`,
        buttons: [path('Opening hours', 'hours'), opening('Read more', 'more', 'https://example.com/gift')],
      },
    },
  ],
  picture: (_user, pictures) => [
    {
      type: 'visual',
      payload: { image: `${pictures}/shop.svg`, visualType: 'image', dimensions: { width: 320, height: 180 } },
    },
  ],
  order: (user) => {
    user.at = 'order'
    return [text('What is your order number?')]
  },
  form: (user) => {
    user.at = 'form'
    return [
      {
        type: 'form',
        payload: JSON.stringify({
          title: 'Newsletter',
          fields: [
            { name: 'first_name', label: 'First name', type: 'text', required: true },
            { name: 'email', label: 'Email', type: 'email', required: true },
          ],
          submitLabel: 'Subscribe',
        }),
        defaultPath: 0,
        paths: [{ event: { type: 'cancel' } }, { event: { type: 'complete' } }],
      },
    ]
  },
  person: () => [
    text('A colleague will be with you shortly.'),
    {
      type: 'live-agent-handoff',
      payload: { conversationID: 'c', event: 'chat_started', message: 'A visitor waits.' },
    },
  ],
  silence: () => [],
  end: (user) => {
    user.at = 'ended'
    return [text('Goodbye, and enjoy your tea.'), { type: 'end' }]
  },
}

function placed(user: UserState, said: string): Trace[] {
  const number = /\d{3,}/.exec(said)?.[0]
  if (number === undefined) return [...went('capture'), text('That is no order number. It has at least three digits.')]
  user.at = 'menu'
  user.variables = { ...user.variables, order: number }
  return [...went('capture'), text(`Order ${number} is on its way.`), choice(path('Opening hours', 'hours'))]
}

function joined(user: UserState, payload: unknown): Trace[] {
  user.at = 'menu'
  const { first_name: name, email } = isObject(payload) ? payload : {}
  return [...went('complete'), text(`Thank you, ${String(name)}. We write to ${String(email)}.`)]
}
