import { describe, expect, test } from 'vitest'
import { hashText } from './text-hash.ts'
import {
  conversationToResume,
  NOBODY,
  subjectOf,
  turnTo,
  type VisitorCommand,
  type Visitor,
  type VisitorEvent,
} from './visitor-state.ts'

/** A simplified browser: the visitor, its storage and its screen. */
interface World {
  visitor: Visitor
  stored: { visitorId: string; conversationId?: string | undefined } | undefined
  /** Keys and conversations ever written to storage during this visit. */
  screen: string
  commands: string[]
}
let keys = 0
const world = (over: Partial<World> = {}): World => ({
  visitor: NOBODY,
  stored: undefined,
  screen: '',
  commands: [],
  ...over,
})
const told = (command: VisitorCommand) =>
  command.type === 'prove'
    ? `prove ${command.token} ${command.bearer}`.trim()
    : command.type === 'tell'
      ? `tell ${command.left}`
      : command.type

function act(from: World, event: VisitorEvent): World {
  const [visitor, commands] = turnTo(from.visitor, event)
  const next = { ...from, visitor, commands: [...from.commands, ...commands.map(told)] }
  for (const command of commands) {
    if (command.type === 'forget') next.stored = undefined
    if (command.type === 'blank') next.screen = ''
    if (command.type !== 'enter') continue
    if (!command.keeps) next.screen = command.conversationId ?? ''
    if (command.kept === 'browser') next.stored = { visitorId: command.key, conversationId: command.conversationId }
  }
  return next
}
const user = (from: World, token: string | null, subject = token?.[0]): World =>
  act(from, { type: 'user', token, subject, stored: from.stored, fresh: `fresh${++keys}` })
const proven = (from: World, over: Partial<Extract<VisitorEvent, { type: 'proven' }>> = {}): World =>
  act(from, {
    type: 'proven',
    token: from.visitor.proving?.token ?? '',
    visitorId: `key-${from.visitor.proving?.subject ?? ''}`,
    merged: 0,
    newest: undefined,
    current: from.screen || undefined,
    ...over,
  })
const disproven = (from: World): World =>
  act(from, { type: 'disproven', token: from.visitor.proving?.token ?? '', fresh: `fresh${++keys}` })
const left = (from: World, visitorId: string): World =>
  act(from, { type: 'left', visitorId, stored: from.stored, fresh: `fresh${++keys}` })
/** An anonymous visitor who has chatted. */
const chatting = () =>
  world({ visitor: { ...NOBODY, key: 'anon' }, stored: { visitorId: 'anon', conversationId: 'c1' }, screen: 'c1' })
const returning = () => world({ stored: { visitorId: 'anon', conversationId: 'c1' } })
const ada = (newest = 'ca') => proven(user(world(), 'ada1'), { newest })

const cases: [
  name: string,
  end: () => World,
  who: Visitor['who'],
  key: string | RegExp,
  screen: string,
  stored: string | undefined | RegExp,
][] = [
  ['nobody comes', () => user(world(), null), 'anonymous', /^fresh/, '', /^fresh/],
  ['nobody comes back', () => user(returning(), null), 'anonymous', 'anon', 'c1', 'anon'],
  [
    'nobody is told to be nobody, again and again',
    () => user(user(chatting(), null), null),
    'anonymous',
    'anon',
    'c1',
    'anon',
  ],
  ['Ada comes, proven', () => ada(), 'named', 'key-a', 'ca', undefined],
  ['Ada comes, and nothing is there', () => proven(user(world(), 'ada1')), 'named', 'key-a', '', undefined],
  [
    'Ada comes where nobody has chatted',
    () => proven(user(returning(), 'ada1'), { merged: 1, newest: 'c1' }),
    'named',
    'key-a',
    'c1',
    undefined,
  ],
  [
    'Ada signs in with her chat open',
    () => proven(user(chatting(), 'ada1'), { merged: 1, newest: 'c1' }),
    'named',
    'key-a',
    'c1',
    undefined,
  ],
  [
    'and has something newer elsewhere',
    () => proven(user(chatting(), 'ada1'), { merged: 1, newest: 'cz' }),
    'named',
    'key-a',
    'c1',
    undefined,
  ],
  [
    'and the open one is not hers',
    () => proven(user(chatting(), 'ada1'), { merged: 0, newest: 'ca' }),
    'named',
    'key-a',
    'ca',
    undefined,
  ],
  ['Ada renews her token', () => proven(user(ada(), 'ada2')), 'named', 'key-a', 'ca', undefined],
  [
    'Ada’s key is renewed',
    () => proven(user(ada(), 'ada2'), { visitorId: 'key-new' }),
    'named',
    'key-new',
    'ca',
    undefined,
  ],
  ['Ada leaves', () => user(ada(), null), 'anonymous', /^fresh/, '', /^fresh/],
  [
    'Ada leaves, and another tab has begun something',
    () => user({ ...ada(), stored: { visitorId: 'tab', conversationId: 'ct' } }, null),
    'anonymous',
    /^fresh/,
    '',
    /^fresh/,
  ],
  ['Eve comes after Ada', () => proven(user(ada(), 'eve1'), { newest: 'ce' }), 'named', 'key-e', 'ce', undefined],
  ['Eve comes after Ada, not proven yet', () => user(ada(), 'eve1'), 'guest', /^fresh/, '', undefined],
  ['Eve comes after Ada, and can’t prove it', () => disproven(user(ada(), 'eve1')), 'guest', /^fresh/, '', undefined],
  ['Ada’s token has run out', () => disproven(user(ada(), 'ada2')), 'guest', /^fresh/, '', undefined],
  ['a wrong token where nobody has chatted', () => disproven(user(returning(), 'ada1')), 'guest', /^fresh/, '', 'anon'],
  ['a wrong token with the chat open', () => disproven(user(chatting(), 'ada1')), 'guest', /^fresh/, '', 'anon'],
  [
    'a wrong token, then nobody',
    () => user(disproven(user(returning(), 'ada1')), null),
    'anonymous',
    'anon',
    'c1',
    'anon',
  ],
  [
    'a wrong token, then a right one',
    () => proven(user(disproven(user(world(), 'ada1')), 'ada2'), { newest: 'ca' }),
    'named',
    'key-a',
    'ca',
    undefined,
  ],
  [
    'a token that can’t be read twice in a row',
    () => disproven(user(disproven(user(world(), 'x', undefined)), 'y', undefined)),
    'guest',
    /^fresh/,
    '',
    undefined,
  ],
  [
    'an answer to a token of before',
    () => proven(user(user(world(), 'ada1'), 'eve1'), { token: 'ada1', visitorId: 'key-a' }),
    'anonymous',
    '',
    '',
    undefined,
  ],
  [
    'Ada leaves before she is proven',
    () => proven(user(user(chatting(), 'ada1'), null), { token: 'ada1' }),
    'anonymous',
    'anon',
    'c1',
    'anon',
  ],
  [
    'Ada leaves in another tab',
    () => left({ ...ada(), stored: { visitorId: 'next' } }, 'key-a'),
    'anonymous',
    'next',
    '',
    'next',
  ],
  ['Eve leaves in another tab', () => left(ada(), 'key-e'), 'named', 'key-a', 'ca', undefined],
  [
    'the open chat becomes somebody’s in another tab',
    () => left({ ...chatting(), stored: undefined }, 'anon'),
    'anonymous',
    /^fresh/,
    '',
    /^fresh/,
  ],
  ['and here too at the same time', () => left(user(chatting(), 'ada1'), 'anon'), 'anonymous', 'anon', 'c1', 'anon'],
]
test.each(cases)('%s', (_, end, who, key, screen, stored) => {
  const { visitor, ...rest } = end()
  expect({ who: visitor.who, screen: rest.screen }).toEqual({ who, screen })
  expect(visitor.key).toMatch(key instanceof RegExp ? key : new RegExp(`^${key}$`))
  if (stored === undefined) expect(rest.stored).toBeUndefined()
  else expect(rest.stored?.visitorId).toMatch(stored instanceof RegExp ? stored : new RegExp(`^${stored}$`))
})

test("never leaves an identified visitor's key where an anonymous visit finds it, in any order of events", () => {
  const steps: ((from: World) => World)[] = [
    (from) => user(from, 'ada1'),
    (from) => user(from, 'eve1'),
    (from) => user(from, null),
    (from) => proven(from, { merged: 1, newest: 'cx' }),
    (from) => proven(from),
    disproven,
    (from) => left(from, from.visitor.key),
  ]
  const walk = (from: World, depth: number): void => {
    expect(from.stored?.visitorId ?? '').not.toMatch(/^key/)
    if (from.visitor.who === 'anonymous' && from.visitor.key !== '') expect(from.visitor.key).not.toMatch(/^key/)
    if (depth > 0) for (const step of steps) walk(step(from), depth - 1)
  }
  for (const begin of [world(), returning(), chatting()]) walk(begin, 5)
})

describe('commands', () => {
  test.each<[name: string, end: () => World, commands: string[]]>([
    [
      'a stored key goes along and is gone afterwards',
      () => proven(user(returning(), 'ada1'), { merged: 1 }),
      ['prove ada1 anon', 'forget', 'tell anon', 'enter'],
    ],
    ['without one nothing is reported', () => proven(user(world(), 'ada1')), ['prove ada1', 'enter']],
    [
      'a name never goes along with another one',
      () => user(ada(), 'eve1'),
      ['prove ada1', 'enter', 'tell key-a', 'disagree', 'blank', 'prove eve1'],
    ],
    [
      'nor does what was said without proof',
      () => user(disproven(user(world(), 'ada1')), 'eve1'),
      ['prove ada1', 'enter', 'disagree', 'blank', 'prove eve1'],
    ],
    [
      'a person named before the first one is proven finds nothing written',
      () => user(user(world(), 'ada1'), 'eve1'),
      ['prove ada1', 'blank', 'prove eve1'],
    ],
    ['nor does nobody', () => user(user(world(), 'ada1'), null), ['prove ada1', 'blank', 'enter']],
    ['the same token twice is asked once', () => user(user(world(), 'ada1'), 'ada1'), ['prove ada1']],
    [
      'leaving is told, and consent goes along',
      () => user(ada(), null),
      ['prove ada1', 'enter', 'tell key-a', 'disagree', 'enter'],
    ],
  ])('%s', (_, end, commands) => {
    expect(end().commands).toEqual(commands)
  })
})

test.each([
  ['e30.eyJzdWIiOiLDhGRhIn0.x', 'Äda'],
  ['e30.eyJzdWIiOjd9.x', undefined],
  ['', undefined],
  ['a.%%%.c', undefined],
  ['a.bnVsbA.c', undefined],
])('the subject of %s', (token, subject) => {
  expect(subjectOf(token)).toBe(subject)
})

test('hashes tell texts apart', () => {
  const texts = Array.from({ length: 5000 }, (_, at) => `Text ${at}`)
  expect(new Set(texts.map(hashText)).size).toBe(5000)
  expect(hashText('')).toBe(hashText(''))
})

test.each([
  [undefined, undefined, undefined],
  [undefined, 'n', 'n'],
  [{ conversationId: 'here', newest: 'n' }, 'n', 'here'],
  [{ conversationId: undefined, newest: 'n' }, 'n', undefined],
  [{ conversationId: 'here', newest: 'old' }, 'n', 'n'],
  [{ conversationId: 'here' }, undefined, 'here'],
])('%j and %s go on with %s', (lastVisit, newest, conversationId) => {
  expect(conversationToResume(lastVisit, newest)).toBe(conversationId)
})
