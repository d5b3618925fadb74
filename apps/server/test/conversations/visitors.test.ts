// Identified visitors: whose claims are trusted, who owns which conversations, and what others can't learn about it.
import { generateKeyPairSync } from 'node:crypto'
import type { Conversation } from '@parlance/contract/conversations/schemas'
import type { Identified } from '@parlance/contract/conversations/identity'
import { newVisitorId, randomId, VISITOR_KEY } from '@parlance/contract/lib/ids'
import { type JWTPayload, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { PIXEL } from '../helpers/operations.ts'
import { call, type TestAgent } from '../helpers/people.ts'

const server = await sharedTestServer()
let mine: TestAgent
let sibling: TestAgent
let theirs: TestAgent
let abroad: TestAgent
beforeAll(async () => {
  const owner = await server.signUp('eu')
  mine = await server.makeAgent(owner)
  sibling = await server.makeAgent(owner)
  theirs = await server.makeAgent(await server.signUp('eu'))
  abroad = await server.makeAgent(await server.signUp('na'))
})

const now = () => Math.floor(Date.now() / 1000)
const bytes = (text: string) => new TextEncoder().encode(text)
const sign = (agent: Pick<TestAgent, 'secret'>, claims: JWTPayload = {}, alg = 'HS256') =>
  new SignJWT({ sub: 'user-7', exp: now() + 600, ...claims }).setProtectedHeader({ alg }).sign(bytes(agent.secret))
const base = ({ region, id }: Pick<TestAgent, 'region' | 'id'>) => `${server.api(region)}/v2/agents/${id}`
type Heard = { data: Identified; code: string; message: string }
const identify = (agent: TestAgent, token: string, bearer?: string) =>
  call<Heard>('POST', `${base(agent)}/identify`, { body: { token }, ...(bearer ? { bearer } : {}) })
async function known(agent: TestAgent, claims: JWTPayload = {}, bearer?: string): Promise<Identified> {
  const heard = await identify(agent, await sign(agent, claims), bearer)
  expect(heard).toMatchObject({ status: 200 })
  return heard.body.data
}
/** An anonymous conversation of one turn; returns its key and id. */
async function chat(agent: TestAgent, visitorId = newVisitorId()) {
  const { answer } = await server.turn(agent, { visitorId })
  return { visitorId, conversationId: answer.metadata?.conversationId ?? '', turnId: answer.metadata?.turnId ?? '' }
}
const seen = (agent: TestAgent, conversationId: string, bearer: string) =>
  call<{ conversation: Conversation }>('GET', `${base(agent)}/conversations/${conversationId}`, { bearer })
const person = () => ({ sub: `user-${randomId(12)}` })

describe('identity', () => {
  test('gives a visitor one key on every device, which no one else has', async () => {
    const ada = person()
    const first = await known(mine, { ...ada, name: 'Ada', email: 'ada@example.org' })
    expect(first).toEqual({
      visitorId: expect.stringMatching(VISITOR_KEY) as string,
      name: 'Ada',
      email: 'ada@example.org',
      merged: 0,
      conversationId: null,
    })
    expect((await known(mine, ada)).visitorId).toBe(first.visitorId)
    const others = await Promise.all([
      known(mine, person()),
      known(sibling, ada),
      known(theirs, ada),
      known(abroad, ada),
    ])
    expect(new Set([first, ...others].map(({ visitorId }) => visitorId)).size).toBe(5)
  })

  const unsigned = (header: object, claims: object = {}) =>
    [header, { sub: 'user-7', exp: now() + 600, ...claims }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  test.each<[name: string, make: () => Promise<string> | string]>([
    ['garbage', () => 'x'],
    ['three empty parts', () => '..'],
    ['no signature', () => `${unsigned({ alg: 'none' })}.`],
    ['an unknown one', () => `${unsigned({ alg: 'None' })}.${Buffer.from('x').toString('base64url')}`],
    ['another agent’s key', () => sign(sibling)],
    ['a made-up key', () => sign({ secret: 'x'.repeat(32) })],
    ['an empty key', () => sign({ secret: '\0' })],
    ['another length of the same family', () => sign(mine, {}, 'HS512')],
    [
      'a public key’s signature',
      () => new SignJWT({ sub: 'x', exp: now() + 60 }).setProtectedHeader({ alg: 'RS256' }).sign(rsa.privateKey),
    ],
    [
      'a changed claim',
      async () => {
        const [head, , mark] = (await sign(mine)).split('.')
        const claims = Buffer.from(JSON.stringify({ sub: 'admin', exp: now() + 60 })).toString('base64url')
        return [head, claims, mark].join('.')
      },
    ],
    [
      'extensions that must be understood',
      async () => {
        const token = await sign(mine)
        return token.replace(/^[^.]+/, Buffer.from('{"alg":"HS256","crit":["x"],"x":1}').toString('base64url'))
      },
    ],
    ['the key inside the token', () => unsigned({ alg: 'HS256', jwk: { kty: 'oct', k: 'AAAA' } }) + '.AAAA'],
  ])('is not proven by %s', async (_, make) => {
    const heard = await identify(mine, await make())
    expect(heard).toMatchObject({
      status: 401,
      body: { code: 'IDENTITY_INVALID', message: expect.stringContaining('HS256') as string },
    })
  })

  test.each<[name: string, claims: JWTPayload, code: string]>([
    ['the past', { exp: now() - 60 }, 'IDENTITY_EXPIRED'],
    ['a far future', { exp: now() + 25 * 3600 }, 'IDENTITY_INVALID'],
    ['milliseconds', { exp: Date.now() + 60_000 }, 'IDENTITY_INVALID'],
    ['no end', { exp: undefined }, 'IDENTITY_INVALID'],
    ['another audience', { aud: 'somebody-else' }, 'IDENTITY_INVALID'],
    ['a huge subject', { sub: 'x'.repeat(201) }, 'IDENTITY_INVALID'],
    ['a NUL', { sub: 'a\0b' }, 'IDENTITY_INVALID'],
    ['half a character', { sub: 'a\uD800' }, 'IDENTITY_INVALID'],
    ['a number', { sub: 7 as unknown as string }, 'IDENTITY_INVALID'],
  ])('is not proven by %s, although it is signed', async (_, claims, code) => {
    expect(await identify(mine, await sign(mine, claims))).toMatchObject({
      status: 401,
      body: { success: false, code },
    })
  })

  test('treats zero bytes at the end of a key as the same key, because some libraries need 32 bytes', async () => {
    const token = await sign({ secret: mine.secret.padEnd(32, '\0') })
    expect((await identify(mine, token)).status).toBe(200)
  })

  test('accepts a token twice, cleans its name and drops an invalid address', async () => {
    const token = await sign(mine, {
      ...person(),
      aud: [mine.id],
      name: `Eve\u0000\u202E${'x'.repeat(300)}`,
      email: 'no',
    })
    const [one, two] = [await identify(mine, token), await identify(mine, token)]
    expect(one.body.data).toEqual(two.body.data)
    expect(one.body.data.name).toMatch(/^Eve x{96}$/)
    expect(one.body.data.email).toBe('')
  })

  test('explains why it refuses malformed bodies', async () => {
    for (const body of [{}, { token: 7 }, { token: '' }, { token: 'x'.repeat(9000) }, { token: 'x', more: 1 }])
      expect((await call('POST', `${base(mine)}/identify`, { body })).status).toBe(400)
    expect((await identify({ ...mine, id: randomId(16) }, await sign(mine))).status).toBe(404)
    expect((await identify({ ...mine, region: 'na' }, await sign(mine))).status).toBe(404)
  })
})

describe('earlier anonymous conversations', () => {
  test('become theirs once proven, and their old key stops working', async () => {
    const ada = { ...person(), name: 'Ada', email: 'ada@example.org' }
    const before = await chat(mine)
    const after = await known(mine, ada, before.visitorId)
    expect(after).toMatchObject({ merged: 1, conversationId: before.conversationId })
    expect((await seen(mine, before.conversationId, before.visitorId)).status).toBe(404)
    const { visitorId, conversationId } = before
    expect((await server.turn(mine, { visitorId, conversationId })).status).toBe(404)
    expect((await server.resume(mine, before.turnId, 0, before.visitorId)).status).toBe(404)
    expect((await server.resume(mine, before.turnId, 0, after.visitorId)).status).toBe(200)
    const { body } = await seen(mine, before.conversationId, after.visitorId)
    expect(body.conversation.signed).toEqual({ name: 'Ada', email: 'ada@example.org' })
    // On another device, with only the token.
    expect(await known(mine, ada)).toMatchObject({ merged: 0, conversationId: before.conversationId })
    const more = await server.turn(mine, { conversationId, visitorId: after.visitorId })
    expect(more.status).toBe(200)
  })

  test('move once, even when someone asks again', async () => {
    const [ada, eve] = [person(), person()]
    const { visitorId } = await chat(mine)
    expect((await known(mine, ada, visitorId)).merged).toBe(1)
    expect((await known(mine, ada, visitorId)).merged).toBe(0)
    expect((await known(mine, eve, visitorId)).merged).toBe(0)
  })

  test('never move from one person to another', async () => {
    const [ada, eve] = [person(), person()]
    const { visitorId } = await known(mine, ada)
    const { conversationId } = await chat(mine, visitorId)
    expect(await known(mine, eve, visitorId)).toMatchObject({ merged: 0, conversationId: null })
    expect((await seen(mine, conversationId, visitorId)).status).toBe(200)
  })

  test('stay when the token is wrong', async () => {
    const { visitorId, conversationId } = await chat(mine)
    expect((await identify(mine, await sign(theirs), visitorId)).status).toBe(401)
    expect((await identify(mine, await sign(mine, { exp: now() - 60 }), visitorId)).status).toBe(401)
    expect((await seen(mine, conversationId, visitorId)).status).toBe(200)
  })

  test('go to one of two who ask at once', async () => {
    const before = await chat(mine)
    const heard = await Promise.all([person(), person(), person()].map((one) => known(mine, one, before.visitorId)))
    expect(heard.map(({ merged }) => merged).toSorted((a, b) => a - b)).toEqual([0, 0, 1])
    const same = person()
    const again = await chat(mine)
    const twins = await Promise.all(Array.from({ length: 5 }, () => known(mine, same, again.visitorId)))
    expect(twins.reduce((sum, { merged }) => sum + merged, 0)).toBe(1)
    expect(new Set(twins.map(({ visitorId }) => visitorId)).size).toBe(1)
  })

  test('do not move from other agents, tenants, regions or endpoints', async () => {
    const visitorId = newVisitorId()
    const elsewhere = [await chat(sibling, visitorId), await chat(theirs, visitorId), await chat(abroad, visitorId)]
    const { answer } = await server.turn(mine, { visitorId, bearer: mine.secret })
    expect((await known(mine, person(), visitorId)).merged).toBe(0)
    const places = [sibling, theirs, abroad]
    for (const [at, { conversationId }] of elsewhere.entries()) {
      const place = places[at]
      if (place) expect((await seen(place, conversationId, visitorId)).status).toBe(200)
    }
    expect((await seen(mine, answer.metadata?.conversationId ?? '', visitorId)).status).toBe(200)
  })

  test('keep getting their running answer during the move', async () => {
    server.model.control.set({ perTokenMs: 60 })
    const visitorId = newVisitorId()
    const stream = await server.say(mine, { visitorId, text: 'Tell me a long story about the sea, please.' })
    const { metadata: meta } = await stream.until(({ text }) => text !== '')
    const { visitorId: key, merged } = await known(mine, person(), visitorId)
    expect(merged).toBe(1)
    const [old, followed] = await Promise.all([
      server.resume(mine, meta?.turnId ?? '', 0, visitorId),
      server.resume(mine, meta?.turnId ?? '', 0, key),
    ])
    expect(old.status).toBe(404)
    const [first, second] = await Promise.all([stream.rest(), followed.rest()])
    server.model.control.set({ perTokenMs: 0 })
    expect(first.status).toBe('complete')
    expect(second.text).toBe(first.text)
    expect((await seen(mine, meta?.conversationId ?? '', key)).status).toBe(200)
  })

  test('can be followed where they are answered, also when another process moved them', async () => {
    const other = await server.anotherNode()
    server.model.control.set({ perTokenMs: 60 })
    const visitorId = newVisitorId()
    const stream = await server.say(mine, { visitorId, text: 'Tell me a long story about the sea, please.' })
    const { metadata: meta } = await stream.until(({ text }) => text !== '')
    const path = `${other.api('eu')}/v2/agents/${mine.id}/identify`
    const heard = await call<Heard>('POST', path, { bearer: visitorId, body: { token: await sign(mine, person()) } })
    const followed = await server.resume(mine, meta?.turnId ?? '', 0, heard.body.data.visitorId)
    const [first, second] = await Promise.all([stream.rest(), followed.rest()])
    server.model.control.set({ perTokenMs: 0 })
    expect(second.text).toBe(first.text)
    await other.close()
  })

  test('include their unsent attachments', async () => {
    const agent = await server.makeAgent(mine.owner, { allowAttachments: true })
    const visitorId = newVisitorId()
    const upload = await call<{ data: { url: string } }>('POST', `${base(agent)}/attachments`, {
      bearer: visitorId,
      body: { filename: 'pixel.png', base64Payload: PIXEL },
    })
    const { visitorId: key } = await known(agent, person(), visitorId)
    const send = (as: string) =>
      call('POST', `${base(agent)}/interact`, {
        body: { visitorId: as, message: { id: randomId(16), text: 'Look', attachments: [upload.body.data.url] } },
      })
    expect((await send(visitorId)).status).toBe(400)
    expect((await send(key)).status).toBe(200)
  })

  test('keep both messages when two keys used the same message id', async () => {
    const ada = person()
    const { visitorId } = await known(mine, ada)
    const anonymous = newVisitorId()
    await server.turn(mine, { visitorId, id: 'same' })
    await server.turn(mine, { visitorId: anonymous, id: 'same' })
    expect((await known(mine, ada, anonymous)).merged).toBe(1)
    const again = await server.turn(mine, { visitorId, id: 'same' })
    expect(again.status).toBe(200)
  })
})

test('keeps conversations available when a renewed secret key ends old signatures and keys', async () => {
  const agent = await server.makeAgent(mine.owner)
  const ada = person()
  const old = await known(agent, ada)
  const { conversationId } = await chat(agent, old.visitorId)
  const token = await sign(agent, ada)
  const { SECRET_API_KEY } = await server.must<{ SECRET_API_KEY: string }>(
    'POST',
    `${server.api('eu')}/v2/agents/${agent.id}/secret-key`,
    agent.owner.token,
    {},
  )
  expect((await identify(agent, token)).status).toBe(401)
  const renewed = await known({ ...agent, secret: SECRET_API_KEY }, ada)
  expect(renewed.visitorId).not.toBe(old.visitorId)
  expect(renewed.conversationId).toBe(conversationId)
  expect((await seen(agent, conversationId, old.visitorId)).status).toBe(404)
  expect((await seen(agent, conversationId, renewed.visitorId)).status).toBe(200)
})

describe('what the team sees', () => {
  const list = (agent: TestAgent, search: string, token = agent.owner.token) =>
    server.must<{ items: Conversation[] }>(
      'GET',
      `${base(agent)}/conversations?search=${encodeURIComponent(search)}`,
      token,
    )

  test('is name and address, in lists, in the transcript and in the search', async () => {
    const name = `Grace ${randomId(8)}`
    const { visitorId } = await known(mine, { ...person(), name, email: 'grace@example.org' })
    const { conversationId } = await chat(mine, visitorId)
    const { items } = await list(mine, name)
    expect(items).toMatchObject([{ id: conversationId, signed: { name, email: 'grace@example.org' } }])
    expect((await list(theirs, name)).items).toEqual([])
    const shown = await seen(mine, conversationId, mine.owner.token)
    expect(shown.body.conversation.signed?.name).toBe(name)
    expect(JSON.stringify(shown.body)).not.toContain(visitorId)
    const anonymous = await chat(mine)
    expect((await seen(mine, anonymous.conversationId, mine.owner.token)).body.conversation).not.toHaveProperty(
      'signed',
    )
  })

  test('is the current name after it has changed', async () => {
    const ada = person()
    const { visitorId } = await known(mine, { ...ada, name: 'Ada B.' })
    const { conversationId } = await chat(mine, visitorId)
    await known(mine, { ...ada, name: 'Ada L.' })
    expect((await seen(mine, conversationId, mine.owner.token)).body.conversation.signed?.name).toBe('Ada L.')
  })

  test('is the name again after the visitor was forgotten', async () => {
    const ada = { ...person(), name: 'Ada again' }
    const { visitorId } = await known(mine, ada)
    await server.dbs.eu.pool.query('delete from visitors where subject = $1', [ada.sub])
    const { conversationId } = await chat(mine, visitorId)
    const signed = async () => (await seen(mine, conversationId, mine.owner.token)).body.conversation.signed
    expect(await signed()).toBeUndefined()
    await known(mine, ada)
    expect(await signed()).toMatchObject({ name: 'Ada again' })
  })

  test('is nothing once the agent is deleted', async () => {
    const agent = await server.makeAgent(mine.owner)
    await known(agent, person())
    const { pool } = server.dbs.eu
    const count = async () => (await pool.query('select 1 from visitors where agent_id = $1', [agent.id])).rows.length
    expect(await count()).toBe(1)
    await server.must('DELETE', base(agent), agent.owner.token)
    await expect.poll(count, { timeout: 20_000 }).toBe(0)
  })

  test('drops people who never wrote after a day, and keeps all others', async () => {
    const silent = await known(mine, { sub: 'silent' })
    const { visitorId } = await known(mine, { sub: 'spoke' })
    await chat(mine, visitorId)
    expect(silent.conversationId).toBeNull()
    const { pool } = server.dbs.eu
    await pool.query(`update visitors set last_at = now() - interval '25 hours' where agent_id = $1`, [mine.id])
    await known(mine, { sub: 'here today' })
    const { services, contexts } = server.running.container
    await services.conversations.sweepVisitors(contexts.system('eu'))
    const { rows } = await pool.query<{ subject: string }>('select subject from visitors where agent_id = $1', [
      mine.id,
    ])
    const left = rows.map(({ subject }) => subject)
    expect(left).toContain('spoke')
    expect(left).toContain('here today')
    expect(left).not.toContain('silent')
  })
})

describe('the read position of a visitor', () => {
  const read = (agent: TestAgent, conversationId: string, seq: number, bearer: string) =>
    call<{ data: { readSeq: number } }>('POST', `${base(agent)}/conversations/${conversationId}/read`, {
      bearer,
      body: { seq },
    })

  test('only moves forward, up to the last message, and only for themselves', async () => {
    const { visitorId, conversationId } = await chat(mine)
    const at = async () => (await seen(mine, conversationId, visitorId)).body.conversation.readSeq
    expect(await at()).toBe(1)
    expect((await read(mine, conversationId, 2, visitorId)).body.data.readSeq).toBe(2)
    expect((await read(mine, conversationId, 1, visitorId)).body.data.readSeq).toBe(2)
    expect((await read(mine, conversationId, 2_000_000, visitorId)).body.data.readSeq).toBe(2)
    expect(await at()).toBe(2)
    for (const bearer of [newVisitorId(), theirs.secret, mine.owner.token])
      expect([401, 403, 404]).toContain((await read(mine, conversationId, 2, bearer)).status)
    expect((await read(theirs, conversationId, 2, visitorId)).status).toBe(404)
    expect((await read(mine, conversationId, -1, visitorId)).status).toBe(400)
    await server.turn(mine, { visitorId, conversationId })
    expect(await at()).toBe(3)
  })
})
