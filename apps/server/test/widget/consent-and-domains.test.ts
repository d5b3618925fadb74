// Consent of visitors, and the sites that may embed the widget.
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const server = await sharedTestServer()
let owner: Person
beforeAll(async () => {
  owner = await server.signUp('eu')
})
const base = ({ region, id }: Pick<TestAgent, 'region' | 'id'>) => `${server.api(region)}/v2/agents/${id}`

describe('consent', () => {
  const config = { consentRequired: true, consentText: 'We keep what you write. [More](https://example.org/privacy)' }
  const say = (agent: TestAgent, more: object, bearer?: string) =>
    call<{ code?: string }>('POST', `${base(agent)}/interact`, {
      body: { message: { id: randomId(16), text: 'Hello' }, ...more },
      ...(bearer ? { bearer } : {}),
    })

  test('is required before the first message, and is stored with the conversation', async () => {
    const agent = await server.makeAgent(owner, config)
    const visitorId = newVisitorId()
    for (const consent of [undefined, false])
      expect(await say(agent, { visitorId, consent })).toMatchObject({
        status: 403,
        body: { code: 'CONSENT_REQUIRED' },
      })
    expect((await say(agent, { visitorId, consent: 'yes' })).status).toBe(400)
    const { pool } = server.dbs.eu
    const stored = () =>
      pool.query<{ id: string; at: Date | null }>(
        'select id, consented_at as at from conversations where agent_id = $1',
        [agent.id],
      )
    expect((await stored()).rows).toEqual([])
    expect((await say(agent, { visitorId, consent: true })).status).toBe(200)
    const [row] = (await stored()).rows
    expect(row?.at).toBeInstanceOf(Date)
    expect((await say(agent, { visitorId, conversationId: row?.id })).status).toBe(200)
    // Owners and their systems are not asked.
    expect((await say(agent, {}, agent.owner.token)).status).toBe(200)
    expect((await say(agent, {}, agent.secret)).status).toBe(200)
  })

  test('is required in the middle of a conversation that started without it', async () => {
    const agent = await server.makeAgent(owner)
    const visitorId = newVisitorId()
    const { answer } = await server.turn(agent, { visitorId })
    const conversationId = answer.metadata?.conversationId
    await server.must('POST', base(agent), agent.owner.token, config)
    expect((await say(agent, { visitorId, conversationId })).body.code).toBe('CONSENT_REQUIRED')
    expect((await say(agent, { visitorId, conversationId, consent: true })).status).toBe(200)
  })
})

describe('allowed sites', () => {
  const frame = async (agent: Pick<TestAgent, 'region' | 'id'>, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${server.url}/widget/frame/${agent.region}/${agent.id}`, { headers })
    await answer.arrayBuffer()
    const policy = answer.headers.get('content-security-policy') ?? ''
    return {
      status: answer.status,
      etag: answer.headers.get('etag') ?? '',
      ancestors: /frame-ancestors ([^;]*)/.exec(policy)?.[1],
    }
  }
  const shown = (agent: TestAgent, origin?: string) =>
    call(
      `GET`,
      `${server.api(agent.region)}/public/agents/${agent.id}`,
      origin === undefined ? {} : { headers: { origin } },
    )
  const allow = (agent: TestAgent, allowedDomains: string[]) =>
    server.must('POST', base(agent), agent.owner.token, { allowedDomains })

  test('alone may embed the frame, and changes apply at once', async () => {
    const agent = await server.makeAgent(owner)
    const open = await frame(agent)
    expect(open).toMatchObject({ status: 200, ancestors: undefined })
    await allow(agent, ['shop.example', '*.shop.example', 'localhost:3000'])
    const closed = await frame(agent, { 'if-none-match': open.etag })
    expect(closed).toMatchObject({
      status: 200,
      ancestors: "'self' http://shop.example http://*.shop.example http://localhost:3000",
    })
    expect((await frame(agent, { 'if-none-match': closed.etag })).status).toBe(304)
    await allow(agent, [])
    expect((await frame(agent)).ancestors).toBeUndefined()
  })

  test('exclude unknown places and agents', async () => {
    const agent = await server.makeAgent(owner, { allowedDomains: ['shop.example'] })
    for (const one of [
      { region: 'eu', id: randomId(16) },
      { region: 'mars', id: agent.id },
      { region: 'eu', id: '%00' },
    ])
      expect(await frame(one as TestAgent)).toMatchObject({ status: 200, ancestors: undefined })
  })

  test('cannot embed the frame without an agent, where every site could show it', async () => {
    for (const path of ['frame/index.html', 'frame/./index.html', 'frame//index.html', 'frame%2Findex.html']) {
      const answer = await fetch(`${server.url}/widget/${path}`)
      await answer.arrayBuffer()
      expect([path, answer.status]).toEqual([path, 404])
    }
  })

  test('cannot read the widget’s calls from their own pages, but our pages can', async () => {
    const agent = await server.makeAgent(owner)
    expect((await shown(agent, 'https://anywhere.test')).status).toBe(200)
    await allow(agent, ['shop.example'])
    const unknown = await shown({ ...agent, id: randomId(16) }, 'https://evil.test')
    for (const origin of ['https://evil.test', 'null', 'https://shop.example.evil.test', 'x']) {
      const heard = await shown(agent, origin)
      expect(heard.status).toBe(404)
      expect({ ...(heard.body as object), requestId: '' }).toEqual({ ...(unknown.body as object), requestId: '' })
    }
    for (const origin of [
      'https://shop.example',
      server.url,
      `http://127.0.0.1:${new URL(server.url).port}`,
      undefined,
    ])
      expect([origin, (await shown(agent, origin)).status === 200 || origin?.includes('127.0.0.1')]).toEqual([
        origin,
        true,
      ])
    expect(JSON.stringify((await shown(agent)).body)).not.toContain('allowedDomains')
  })

  test('cannot chat from their own pages either, through any interface', async () => {
    const agent = await server.makeAgent(owner, { allowedDomains: ['shop.example'], allowAttachments: true })
    const asked = async (origin: string | undefined, path: string, body: object, bearer?: string) => {
      const response = await fetch(`${base(agent)}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(origin === undefined ? {} : { origin }),
          ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        },
        body: JSON.stringify(body),
      })
      await response.text()
      return response.status
    }
    const say = (origin?: string, bearer?: string) =>
      asked(origin, '/interact', { message: { id: randomId(16), text: 'Hello' } }, bearer)
    const attach = (origin?: string) =>
      asked(origin, '/attachments', { filename: 'a.txt', base64Payload: 'aGVsbG8=' }, `vis_${randomId(28)}`)
    for (const origin of ['https://evil.test', 'https://shop.example.evil.test', 'null'])
      expect([origin, await say(origin), await attach(origin)]).toEqual([origin, 404, 404])
    for (const origin of ['https://shop.example', server.url, undefined])
      expect([origin, await say(origin), await attach(origin)]).toEqual([origin, 200, 200])
    expect(await say('https://evil.test', owner.token)).toBe(200)
  })

  test('are validated when they are stored', async () => {
    const agent = await server.makeAgent(owner)
    for (const domain of ['https://shop.example', 'shop.example/path', "x'; script-src *", 'a b', '*', '*.*.x'])
      expect(
        (await call('POST', base(agent), { bearer: owner.token, body: { allowedDomains: [domain] } })).status,
      ).toBe(400)
  })
})
