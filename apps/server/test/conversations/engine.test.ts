// Agent graphs, end to end: every template, forms, and the owner's ways to try things out.
import type { TemplateId } from '@parlance/contract/agents/schemas'
import type { Values } from '@parlance/contract/agents/variables'
import type { DebugOptions } from '@parlance/contract/conversations/schemas'
import { Item, type Submission } from '@parlance/contract/items/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import { afterEach, describe, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { openStream } from '../helpers/streams.ts'
import { violations } from '../helpers/invariants.ts'
import { testConversationsOf, type TurnTrace } from '../helpers/test-conversations.ts'

const server = await startTestServer()
const owner = await server.signUp('eu')
const stranger = await server.signUp('eu')
await server.setCredits(owner, 10_000_000)
const { send, traceOf, talk, fromTemplate, withNodes } = testConversationsOf(server, owner)

afterEach(async () => {
  server.model.control.reset()
  expect((await server.balance(owner)).held).toBe(0)
  expect(await violations(server.dbs)).toEqual([])
})

const refused = ({ trace }: TurnTrace) =>
  trace.flatMap((entry) => (entry.type === 'variable' && entry.refused ? [entry.refused] : []))

type Line = readonly [says: string, path: readonly string[], said: RegExp, values?: Values]
const TEMPLATES: { readonly of: TemplateId; readonly name: string; readonly lines: readonly Line[] }[] = [
  {
    of: 'make-appointment',
    name: 'values given early, a refused day, a correction after the read-back',
    lines: [
      ['hello', ['start start'], /^Hello!/],
      ["I would like an appointment at 3 pm, I'm Anna Smith", ['router details'], /^Which day\?$/, { time: '15:00' }],
      ['31 February', ['stay details'], /^“31 February” isn’t a valid date\. Which day\?$/, { name: 'Anna Smith' }],
      ['12 May 2031', ['stay details'], /^Monday, 12 May 2031\. What is your email address\?$/],
      ['anna@example.org', ['otherwise confirm'], /- time: 15:00\n- email: anna@example\.org\n\nIs this right\?$/],
      ['no, I meant the 5th', ['router details', 'otherwise confirm'], /- date: Monday, 5 May 2031\n/],
      [
        'yes',
        ['router done'],
        /^The request was taken, and the team confirms it by email\./,
        { name: 'Anna Smith', date: '2031-05-05', time: '15:00', email: 'anna@example.org' },
      ],
    ],
  },
  {
    of: 'confirm-email',
    name: 'an address with a slip',
    lines: [
      [
        'anna@gmial.com',
        ['start start', 'router collect-email', 'otherwise repeat'],
        /Did you mean anna@gmail\.com\?$/,
      ],
      ['yes', ['router collect-email', 'otherwise repeat'], /^anna@gmail\.com\n\nIs this right\?$/],
      ['yes', ['router confirmed'], /^Thank you! anna@gmail\.com is confirmed/, { email: 'anna@gmail.com' }],
    ],
  },
  {
    of: 'real-estate-agent',
    name: 'a search and a viewing',
    lines: [
      ['I want to rent three rooms in Hamburg', ['start start', 'router search'], /^What is your budget\?$/],
      ['900 euros', ['otherwise suggest'], /couldn't find anything that fits/, { area: 'Hamburg', rooms: 'three' }],
      ['I would like to see one', ['router viewing'], /What name may I note\?$/],
      ['Anna Smith', ['stay viewing'], /What is your phone number\?$/],
      ['040 123456', ['stay viewing'], /Which time would suit you\?$/],
      [
        'Mondays in the afternoon',
        ['otherwise close'],
        /^Thank you!/,
        { budget: '900 euros', phone: '040123456', preferred_time: 'Mondays in the afternoon' },
      ],
    ],
  },
  {
    of: 'health-care-agent',
    name: 'a request, read back and changed',
    lines: [
      ['I need an appointment', ['start start', 'router request'], /What name may I note\?$/],
      ['Anna Smith, it is my first visit to the practice', ['stay request'], /What is it about/, { new_patient: true }],
      ['a check-up', ['stay request'], /Which day would you like\?$/],
      ['12 May 2031', ['stay request'], /Which time would suit you\?$/],
      ['in the morning', ['stay request'], /What is your phone number\?$/],
      ['+49 40 123456', ['otherwise confirm'], /- preferred date: Monday, 12 May 2031\n[^]*Is this right\?$/],
      ['Please change the day to 13 May 2031', ['router request', 'otherwise confirm'], /Tuesday, 13 May 2031/],
      ['yes', ['router close'], /Have a good day!/, { reason: 'a check-up', phone: '+4940123456' }],
    ],
  },
  {
    of: 'customer-support',
    name: 'a problem that ends with a person',
    lines: [
      ['My order arrived and the lamp does not work', ['start start', 'router solve'], /./],
      ['That did not help', ['router contact'], /^A colleague will take over[^]*What name may I note\?$/],
      ['Anna', ['stay contact'], /What is your email address\?$/],
      ['anna@example.org', ['stay contact'], /What is it about/],
      [
        'The lamp stays dark',
        ['otherwise person'],
        // The chat itself shows that the team is asked.
        /^$/,
        { summary: 'The lamp stays dark' },
      ],
    ],
  },
  {
    of: 'game-npc',
    name: 'a night at the inn',
    lines: [
      ['hello', ['start start'], /./],
      ['I want a bed', ['router trade'], /./],
      ['What does the stew cost?', ['stay trade'], /^Stew: 3 coppers\.$/],
      ['Any rumours about the bridge?', ['router quest'], /^The bridge over the pass is down/],
      ['Are you a machine?', ['global out-of-character'], /automated assistant, not a human/],
      ['Let us go on playing', ['router start'], /./],
      ['I have to leave, goodbye', ['router farewell'], /Goodbye/],
    ],
  },
  {
    of: 'blank-template',
    // An agent with one prompt keeps no position: each message starts at its start node.
    name: 'a few words',
    lines: [
      ['hi', ['start start'], /^Hello!/],
      ['What does it cost?', ['start start'], /^I couldn't find that/],
      ['bye', ['start start'], /^Goodbye/],
    ],
  },
]

describe.each(TEMPLATES)('the template $of: $name', ({ of, lines }) => {
  test('runs from its greeting to its end', async () => {
    const say = talk(await fromTemplate(of))
    for (const [says, path, said, values = {}] of lines) {
      const turn = await say(says)
      expect({ says, path: turn.path, said: turn.said }).toEqual({ says, path, said: expect.stringMatching(said) })
      expect(turn.values).toMatchObject(values)
    }
  })
})

test('ends the conversation at an end node, and starts again with the next message', async () => {
  const agent = await fromTemplate('confirm-email')
  const say = talk(agent)
  const ended = await say('I would rather not')
  expect(ended).toMatchObject({ path: ['start start', 'router declined'], engine: { status: 'ended' } })
  expect((await say('anna@example.org')).path).toEqual(['start start', 'router collect-email', 'otherwise repeat'])
  const handed = talk(await fromTemplate('customer-support'))
  expect((await handed('I want to speak to a human')).engine?.status).toBe('handed-off')
})

const say = (text: string) => [Item.parse({ type: 'text', text })]

test('continues from its last position in a graph of actions only', async () => {
  const agent = await withNodes([
    { id: 'start', type: 'start', instructions: 'Greet.', childrenNodes: [{ nodeId: 'branch' }] },
    { id: 'branch', type: 'condition', childrenNodes: [{ nodeId: 'team' }] },
    { id: 'team', type: 'handoff' },
  ])
  const ask = talk(agent)
  expect((await ask('hello')).path).toEqual(['start start'])
  expect(await ask('go on')).toMatchObject({
    path: ['otherwise branch', 'otherwise team'],
    engine: { status: 'handed-off' },
  })
})

test('begins a new paragraph when the model speaks after a fixed message', async () => {
  const agent = await withNodes([
    { id: 'start', type: 'start', childrenNodes: [{ nodeId: 'notice', condition: 'The visitor wants to sign up' }] },
    { id: 'notice', type: 'message', items: say('This chat is recorded.'), childrenNodes: [{ nodeId: 'name' }] },
    { id: 'name', type: 'collect', variables: [{ name: 'name', type: 'text', description: 'The full name' }] },
  ])
  server.model.control.script([{ text: 'What is your name?', purpose: 'answer' }])
  expect(await talk(agent)('I want to sign up')).toMatchObject({
    path: ['start start', 'router notice', 'otherwise name'],
    said: 'This chat is recorded.\n\nWhat is your name?',
  })
})

test('reserves the price of a node with a more expensive model before calling it', async () => {
  const dear = await withNodes(
    [
      {
        id: 'start',
        type: 'start',
        instructions: 'Greet.',
        routerLlmConfig: { model: 'gpt-4o' },
        llmConfig: { model: 'gpt-4o', maxTokens: 4000 },
        childrenNodes: [{ nodeId: 'other', condition: 'The visitor wants a banana' }],
      },
      { id: 'other', type: 'default', instructions: 'Say that bananas are yellow.' },
    ],
    { vg_defaultModel: 'gpt-4o-mini', vg_maxTokens: 500, vg_kbEnabled: false },
  )
  expect((await talk(dear)('hello')).trace.filter(({ type }) => type === 'model')).toHaveLength(2)
  await server.setCredits(owner, 10_000)
  const refusal = (await send(dear, { text: 'hello', bearer: owner.token })).refusal
  await server.setCredits(owner, 10_000_000)
  expect(refusal).toMatchObject({ code: 'CREDITS_EXHAUSTED' })
})

const FORM = Item.parse({
  type: 'form',
  fields: [
    { name: 'name', label: 'Name', type: 'text', required: true },
    { name: 'email', label: 'E-mail', type: 'email', required: true },
  ],
})
const SIGN_UP = [
  { id: 'start', type: 'start', childrenNodes: [{ nodeId: 'form', condition: 'The visitor wants to sign up' }] },
  {
    id: 'form',
    type: 'message',
    items: [FORM],
    childrenNodes: [{ nodeId: 'done', rule: { tests: [{ variable: 'email', operator: 'isSet' }] } }],
  },
  { id: 'done', type: 'end', items: say('Welcome, {name}.') },
]

describe('a form', () => {
  test('returns its validated values, and the graph branches on them', async () => {
    const agent = await withNodes(SIGN_UP)
    const ask = talk(agent)
    const shown = await ask('I want to sign up')
    expect(shown).toMatchObject({ path: ['start start', 'router form'], answer: { items: [{ type: 'form' }] } })
    const of = (values: Record<string, string>): Submission => ({ messageId: shown.answer.messageId, item: 0, values })
    const conversationId = shown.answer.metadata?.conversationId
    const bad = await send(agent, {
      text: 'x',
      conversationId,
      submission: of({ name: 'Anna', email: 'nobody' }),
      bearer: owner.token,
    })
    expect(bad).toMatchObject({ status: 400, refusal: { code: 'INVALID_INPUT' } })
    const elsewhere = await send(agent, {
      text: 'x',
      submission: of({ name: 'A', email: 'a@b.co' }),
      visitorId: 'v'.repeat(20),
    })
    expect(elsewhere.status).toBe(404)
    const done = await ask('ignored', { submission: of({ name: 'Anna', email: 'anna@example.org' }) })
    expect(done).toMatchObject({
      path: ['rule done'],
      said: 'Welcome, Anna.',
      values: { name: 'Anna', email: 'anna@example.org' },
      engine: { status: 'ended' },
    })
  })
})

describe('the test chat of an owner', () => {
  test('starts at any node, sets and clears variables, and goes back', async () => {
    const ask = talk(await fromTemplate('make-appointment'))
    const values = { name: 'Anna', date: '2031-05-12', time: '15:00', email: 'a@b.co' }
    const begun = await ask('hello', { debug: { nodeId: 'confirm', variables: values } })
    expect(begun).toMatchObject({ path: ['forced confirm'], said: expect.stringContaining('- name: Anna'), values })
    const forgot = await ask('hello', { debug: { nodeId: 'details', variables: { email: null } } })
    expect(forgot.said).toContain('What is your email address?')
    expect(forgot.values).not.toHaveProperty('email')
    // Before the first message there is nothing.
    const back = await ask('I would like an appointment', { debug: { rewindTo: 1 } })
    expect(back).toMatchObject({ path: ['start start', 'router details'], said: 'What name may I note?', values: {} })
  })

  test('clears nothing for a message that is refused or was accepted earlier', async () => {
    const agent = await server.makeAgent(owner, {})
    const visitorId = 'owner-'.repeat(4)
    const first = await send(agent, { text: 'one', visitorId, bearer: owner.token })
    const conversationId = (await first.rest()).metadata?.conversationId ?? ''
    const path = `${server.api('eu')}/v2/agents/${agent.id}/conversations/${conversationId}`
    const kept = async () =>
      (await server.must<{ messages: { id: string }[] }>('GET', path, owner.token)).messages.map(({ id }) => id)
    const before = await kept()
    const again = { message: { id: randomId(16), text: 'two' }, conversationId, visitorId, debug: { rewindTo: 1 } }
    const edit = async () => {
      const stream = await openStream(`${server.api('eu')}/v2/agents/${agent.id}/interact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
        body: JSON.stringify(again),
      })
      return { refusal: stream.refusal, text: stream.refusal ? '' : (await stream.rest()).text }
    }
    await server.setCredits(owner, 0)
    expect(await edit()).toMatchObject({ refusal: { code: 'CREDITS_EXHAUSTED' } })
    await server.setCredits(owner, 10_000_000)
    expect(await kept()).toEqual(before)
    const answered = await edit()
    const after = await kept()
    expect(after).toHaveLength(2)
    expect(after).not.toEqual(before)
    expect(await edit()).toEqual(answered)
    expect(await kept()).toEqual(after)
  })

  test('shows what another channel would lose', async () => {
    const buttons = Item.parse({
      type: 'choice',
      buttons: ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, request: { type: 'text' } })),
    })
    const agent = await withNodes([
      { id: 'start', type: 'start', childrenNodes: [{ nodeId: 'pick', condition: 'The visitor wants to choose' }] },
      { id: 'pick', type: 'message', items: [buttons], childrenNodes: [{ nodeId: 'start', condition: 'Anything' }] },
    ])
    const turn = await talk(agent)('I want to choose', { debug: { channel: 'whatsapp' } })
    expect(turn.trace).toContainEqual(expect.objectContaining({ type: 'loss', channel: 'whatsapp' }))
  })

  test.each<[string, DebugOptions]>([
    ['nodeId', { nodeId: 'confirm' }],
    ['variables', { variables: { name: 'Eve' } }],
    ['channel', { channel: 'whatsapp' }],
    ['rewindTo', { rewindTo: 1 }],
  ])('is the only one that may set %s', async (_, debug) => {
    const agent = await fromTemplate('make-appointment')
    const mine = await talk(agent)('I would like an appointment')
    const conversationId = mine.answer.metadata?.conversationId
    const visitor = await send(agent, { text: 'hello', debug, visitorId: 'v'.repeat(20) })
    expect(visitor).toMatchObject({ status: 403, refusal: { code: 'FORBIDDEN' } })
    const key = await send(agent, { text: 'hello', debug, bearer: agent.secret })
    expect(key.status).toBe(403)
    const other = await send(agent, { text: 'hello', debug, bearer: stranger.token, conversationId })
    expect([403, 404]).toContain(other.status)
    expect((await traceOf(agent, mine.answer.metadata?.turnId ?? '')).engine?.nodeId).toBe('details')
    await expect(traceOf(agent, mine.answer.metadata?.turnId ?? '', stranger.token)).rejects.toThrow(/40[34]/)
  })
})

test('records a refused value in the trace with its reason', async () => {
  const ask = talk(await fromTemplate('make-appointment'))
  await ask("I'm Anna Smith")
  expect(refused(await ask('32 May'))).toEqual(['“32 May” isn’t a valid date.'])
})
