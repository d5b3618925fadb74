// What a person can do after taking over: reply with files, translate in both directions, and see who types.
import type { Attachment } from '@parlance/contract/conversations/attachments'
import type { Translation } from '@parlance/contract/conversations/replies-api'
import type { LiveEvent, Message } from '@parlance/contract/conversations/schemas'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { docx } from '../../src/adapters/ingest/samples.testing.ts'
import { sharedTestServer } from '../helpers/app.ts'
import { type Chat, chatsOf } from '../helpers/chats.ts'
import { PIXEL } from '../helpers/operations.ts'
import { makeClient, makeOrg, type TestClient } from '../helpers/orgs.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const server = await sharedTestServer()
const { pathOf, chat, post, handOff, read, say } = chatsOf(server)

let owner: Person
let colleague: Person
let other: Person
let agent: TestAgent
let client: TestClient
beforeAll(async () => {
  ;[owner, other] = await Promise.all([server.signUp('eu'), server.signUp('eu')])
  colleague = await server.join(owner, 'editor')
  agent = await server.makeAgent(owner, { UIhandoffTitle: 'Talk to us', allowAttachments: true })
  const org = await makeOrg(server, owner, [agent.id])
  client = await makeClient(server, owner, org, { agentIds: [agent.id], canAccess: ['/convos'] })
})
beforeEach(() => {
  server.model.control.reset()
  server.model.control.script(Array.from({ length: 20 }, () => ({ text: 'We open at nine.' })))
})

type Body<T> = { data: T; code?: string; message?: string }
async function taken(by: { readonly token: string } = owner): Promise<Chat> {
  const at = await chat(agent)
  await handOff(at)
  expect((await post(at, 'take-over', {}, by.token)).status).toBe(200)
  return at
}
const upload = (at: Chat, bearer: string, filename = 'plan.png', base64Payload = PIXEL) =>
  call<Body<Attachment>>('POST', `${pathOf(at)}/reply-attachments`, { bearer, body: { filename, base64Payload } })
const reply = (at: Chat, bearer: string, body: object) =>
  call<Body<Message>>('POST', `${pathOf(at)}/replies`, { bearer, body: { id: randomId(16), text: '', ...body } })

describe('attachments', () => {
  test.each(['owner', 'client'] as const)('reach the visitor from the %s, once, also after a reload', async (by) => {
    const speaker = by === 'owner' ? owner : client
    const at = await taken(speaker)
    const picture = await upload(at, speaker.token)
    const pdf = await upload(at, speaker.token, 'offer.docx', Buffer.from(docx(['Two lamps'])).toString('base64'))
    expect([picture.status, pdf.status]).toEqual([200, 200])
    const id = randomId(16)
    const attachments = [picture.body.data.url, pdf.body.data.url]
    const sent = await reply(at, speaker.token, { id, attachments })
    expect(sent.status).toBe(200)
    const again = await reply(at, speaker.token, { id, attachments })
    expect(again.body.data.id).toBe(sent.body.data.id)
    const { messages } = await read(at)
    const replies = messages.filter(({ from }) => from === 'human')
    expect(replies).toHaveLength(1)
    expect(replies[0]?.items).toMatchObject([
      { type: 'visual', alt: 'plan.png' },
      { type: 'file', name: 'offer.docx' },
    ])
    for (const item of replies[0]?.items ?? []) {
      const url = item.type === 'visual' ? item.image : item.type === 'file' ? item.url : ''
      expect((await fetch(new URL(url, server.url))).status).toBe(200)
      expect((await fetch(new URL(url.split('?')[0] ?? '', server.url))).status).not.toBe(200)
    }
    const { items } = await server.must<{ items: { id: string; preview: string }[] }>(
      'GET',
      `${server.api('eu')}/v2/agents/${agent.id}/conversations?search=offer.docx`,
      owner.token,
    )
    expect(items.find((one) => one.id === at.conversationId)?.preview).toContain('[Picture: plan.png]')
    // A second message can't include them again.
    expect((await reply(at, speaker.token, { attachments })).status).toBe(400)
  })

  test('accept only the sender’s own upload for this conversation', async () => {
    const [here, there] = [await taken(), await taken()]
    const { url } = (await upload(there, owner.token)).body.data
    expect((await reply(here, owner.token, { attachments: [url] })).status).toBe(400)
    const visitors = await call<Body<Attachment>>('POST', `${server.api('eu')}/v2/agents/${agent.id}/attachments`, {
      bearer: here.visitorId,
      body: { filename: 'me.png', base64Payload: PIXEL },
    })
    expect((await reply(here, owner.token, { attachments: [visitors.body.data.url] })).status).toBe(400)
    // A visitor can't attach a file that was uploaded for another chat.
    const stolen = await call('POST', `${server.api('eu')}/v2/agents/${agent.id}/interact`, {
      body: {
        visitorId: here.visitorId,
        conversationId: here.conversationId,
        message: { id: randomId(16), text: '', attachments: [url] },
      },
    })
    expect(stolen.status).toBe(400)
    expect((await upload(here, other.token)).status).toBe(404)
    expect([401, 403]).toContain((await upload(here, here.visitorId)).status)
    // Only the person who has taken over can attach files.
    expect((await upload(here, colleague.token)).body.code).toBe('CONFLICT')
    await post(here, 'take-over', {}, colleague.token)
    expect((await upload(here, owner.token)).body.code).toBe('CONFLICT')
  })

  test('can be removed until they are sent, and are refused when their type is not accepted', async () => {
    const at = await taken()
    const { id, url } = (await upload(at, owner.token)).body.data
    const remove = (bearer: string) =>
      call('DELETE', `${pathOf(at)}/reply-attachments/${id}`, { bearer }).then(({ status }) => status)
    expect(await remove(colleague.token)).toBe(404)
    expect(await remove(owner.token)).toBe(200)
    expect((await reply(at, owner.token, { attachments: [url] })).status).toBe(400)
    expect((await upload(at, owner.token, 'run.exe', Buffer.from('MZ\0\0').toString('base64'))).status).toBe(400)
    expect((await reply(at, owner.token, {})).status).toBe(400)
  })

  test('are not mistaken by the model for the visitor’s', async () => {
    const at = await taken()
    const { url } = (
      await upload(at, owner.token, 'secret.docx', Buffer.from(docx(['The lynx sleeps.'])).toString('base64'))
    ).body.data
    expect((await reply(at, owner.token, { text: 'See this', attachments: [url] })).status).toBe(200)
    await post(at, 'hand-back', {}, owner.token)
    await say(at, 'And now?')
    expect(JSON.stringify(server.model.control.requests.at(-1))).not.toContain('The lynx sleeps.')
  })
})

describe('translations', () => {
  const scripted = (answer: object) => {
    server.model.control.reset()
    server.model.control.script([{ text: JSON.stringify(answer) }])
  }
  const translate = (at: Chat, bearer: string, messageIds: readonly string[], language = 'de') =>
    call<Body<Translation[]>>('POST', `${pathOf(at)}/translations`, { bearer, body: { language, messageIds } })
  const kept = async (at: Chat, language: string) =>
    (await server.must<{ items: Translation[] }>('GET', `${pathOf(at)}/translations?language=${language}`, owner.token))
      .items

  test('cost credits once per message, also when two people ask at once', async () => {
    const at = await taken()
    const [first] = (await read(at)).messages
    const messageId = first?.id ?? ''
    scripted({ translations: [{ n: 1, text: 'Wann öffnen Sie?' }] })
    const before = await server.balance(owner)
    const answers = await Promise.all([
      translate(at, owner.token, [messageId]),
      translate(at, client.token, [messageId]),
    ])
    for (const { body } of answers)
      expect(body.data).toEqual([{ messageId, text: 'Wann öffnen Sie?', isOriginal: false }])
    expect(server.model.control.requests).toHaveLength(1)
    const after = await server.balance(owner)
    expect(after.available).toBeLessThan(before.available)
    expect((await translate(at, colleague.token, [messageId])).body.data).toHaveLength(1)
    expect((await server.balance(owner)).available).toBe(after.available)
    expect(await kept(at, 'de')).toHaveLength(1)
    expect(await kept(at, 'fr')).toEqual([])
  })

  test('leave out messages of other conversations and system notices, and refuse strangers', async () => {
    const [at, elsewhere] = [await taken(), await taken()]
    const foreign = (await read(elsewhere)).messages[0]?.id ?? ''
    const notice = (await read(at)).messages.find(({ from }) => from === 'system')?.id ?? ''
    server.model.control.reset()
    expect((await translate(at, owner.token, [foreign, notice])).body.data).toEqual([])
    expect(server.model.control.requests).toHaveLength(0)
    expect((await translate(at, other.token, [foreign])).status).toBe(404)
    expect([401, 403]).toContain((await translate(at, at.visitorId, [foreign])).status)
  })

  test('report an answer that is not a translation, and settle the credits', async () => {
    const at = await taken()
    const messageId = (await read(at)).messages[0]?.id ?? ''
    server.model.control.reset()
    server.model.control.script([{ text: 'I will not.' }])
    const { status, body } = await translate(at, owner.token, [messageId])
    expect([status, body.code]).toEqual([502, 'MODEL_UNAVAILABLE'])
    expect((await server.balance(owner)).held).toBe(0)
  })

  test('of replies are shown before sending; the team keeps the original, and the visitor never sees it', async () => {
    const at = await taken()
    await say(at, 'Wann öffnen Sie am Sonntag?')
    scripted({ language: 'de', text: 'Um neun Uhr.' })
    const path = `${pathOf(at)}/reply-translation`
    const shown = await call<Body<{ text: string; language: string }>>('POST', path, {
      bearer: client.token,
      body: { text: 'At nine.' },
    })
    expect(shown.body.data).toEqual({ text: 'Um neun Uhr.', language: 'de' })
    expect(JSON.stringify(server.model.control.requests[0])).toContain('Wann öffnen Sie am Sonntag?')
    expect((await read(at)).messages.some(({ from }) => from === 'human')).toBe(false)
    const sent = await reply(at, owner.token, { text: 'Um 9 Uhr.', original: 'At nine.' })
    expect(await kept(at, 'fr')).toEqual([{ messageId: sent.body.data.id, text: 'At nine.', isOriginal: true }])
    const seen = await read(at)
    expect(seen.messages.at(-1)?.items).toEqual([{ type: 'text', text: 'Um 9 Uhr.' }])
    expect(JSON.stringify(seen)).not.toContain('At nine.')
    expect([401, 403]).toContain(
      (await call('GET', `${pathOf(at)}/translations?language=de`, { bearer: at.visitorId })).status,
    )
  })

  test('need a key instead of the demo model', async () => {
    const at = await taken()
    const keyless = await server.anotherNode({ models: {} })
    const { status, body } = await call<Body<unknown>>(
      'POST',
      pathOf(at).replace(server.url, keyless.url) + '/reply-translation',
      {
        bearer: owner.token,
        body: { text: 'At nine.' },
      },
    )
    expect([status, body.code]).toEqual([409, 'CONFLICT'])
    expect(body.message).toContain('needs an API key')
    expect((await server.balance(owner)).held).toBe(0)
    await keyless.close()
  })

  test('stop when the agent has used up its monthly credits, and count towards them', async () => {
    const capped = await server.makeAgent(owner)
    const at = await chat(capped)
    const [first] = (await read(at)).messages
    const ids = [first?.id ?? '']
    await server.must('POST', `${server.api('eu')}/v2/agents/${capped.id}`, owner.token, { maxTokensUsage: 1 })
    scripted({ translations: [{ n: 1, text: 'Wann öffnen Sie?' }] })
    const used = async () => {
      const { rows } = await server.dbs.eu.pool.query<{ milli: string }>(
        'select milli from agent_usage where agent_id = $1',
        [capped.id],
      )
      return Number(rows[0]?.milli)
    }
    const before = await used()
    expect((await translate(at, owner.token, ids)).status).toBe(200)
    expect(await used()).toBeGreaterThan(before)
    await server.dbs.eu.pool.query('update agent_usage set milli = 1000 where agent_id = $1', [capped.id])
    server.model.control.reset()
    const refused = await translate(at, owner.token, ids, 'fr')
    expect([refused.status, refused.body.code]).toEqual([429, 'LIMIT_REACHED'])
    expect(server.model.control.requests).toHaveLength(0)
  })

  test('stay within the month’s credits when many run at once, and suggestions stop before searching', async () => {
    const capped = await server.makeAgent(owner)
    const chats = await Promise.all(Array.from({ length: 6 }, () => chat(capped)))
    await server.must('POST', `${server.api('eu')}/v2/agents/${capped.id}`, owner.token, { maxTokensUsage: 1 })
    await server.dbs.eu.pool.query('update agent_usage set milli = 999 where agent_id = $1', [capped.id])
    const ids = await Promise.all(chats.map(async (at) => (await read(at)).messages[0]?.id ?? ''))
    const translated = { text: JSON.stringify({ translations: [{ n: 1, text: 'Wann öffnen Sie?' }] }) }
    server.model.control.reset()
    server.model.control.script(chats.map(() => translated))
    const answers = await Promise.all(chats.map((at, n) => translate(at, owner.token, [ids[n] ?? ''])))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429, 429, 429, 429])
    expect(server.model.control.requests).toHaveLength(1)
    const before = await server.balance(owner)
    for (const at of chats) {
      const { status, body } = await call<Body<unknown>>('POST', `${pathOf(at)}/suggested-reply`, {
        bearer: owner.token,
        body: {},
      })
      expect([status, body.code]).toEqual([429, 'LIMIT_REACHED'])
    }
    expect(await server.balance(owner)).toEqual(before)
  })

  test('that fail use none of the month’s credits', async () => {
    const capped = await server.makeAgent(owner, { maxTokensUsage: 100 })
    const at = await chat(capped)
    const used = async () =>
      (await server.dbs.eu.pool.query('select milli from agent_usage where agent_id = $1', [capped.id])).rows
    const before = await used()
    server.model.control.reset()
    server.model.control.set({ fault: { kind: 'status', status: 401, times: 3 } })
    expect((await translate(at, owner.token, [(await read(at)).messages[0]?.id ?? ''])).status).toBe(502)
    expect(await used()).toEqual(before)
  })

  test('and briefs are charged once when many ask at once, here and on another node', async () => {
    const at = await chat(await server.makeAgent(owner))
    const node = await server.anotherNode()
    const answer = { question: 'When do you open?', open: 'Nothing.' }
    server.model.control.reset()
    server.model.control.script(Array.from({ length: 8 }, () => ({ text: JSON.stringify(answer) })))
    const answers = await Promise.all(
      [server.url, node.url, server.url, node.url, server.url, node.url].map((url) =>
        call<Body<{ by: string }>>('POST', `${pathOf(at).replace(server.url, url)}/brief`, {
          bearer: owner.token,
          body: {},
        }),
      ),
    )
    expect(answers.map(({ status, body }) => [status, body.data.by])).toEqual(
      Array.from({ length: 6 }, () => [200, 'model']),
    )
    expect(server.model.control.requests).toHaveLength(1)
    await node.close()
  })

  test('report a refusal of the provider as such, not as an internal error', async () => {
    const at = await taken()
    server.model.control.reset()
    server.model.control.set({ fault: { kind: 'status', status: 401, times: 3 } })
    const answer = await post(at, 'brief', {}, owner.token)
    expect([answer.status, (answer.body as Body<unknown>).code]).toEqual([502, 'MODEL_UNAVAILABLE'])
  })

  test('call no model without credits', async () => {
    const poor = await server.signUp('eu')
    const theirs = await server.makeAgent(poor)
    const at = await chat(theirs)
    await server.setCredits(poor, 0)
    server.model.control.reset()
    const { status, body } = await translate(at, poor.token, [(await read(at)).messages[0]?.id ?? ''])
    expect([status, body.code]).toEqual([402, 'CREDITS_EXHAUSTED'])
    expect(server.model.control.requests).toHaveLength(0)
  })
})

describe('typing', () => {
  async function listen(path: string, bearer: string) {
    const events: LiveEvent[] = []
    const abort = new AbortController()
    const { body, status } = await fetch(path, { headers: { authorization: `Bearer ${bearer}` }, signal: abort.signal })
    expect(status).toBe(200)
    void (async () => {
      for await (const chunk of body ?? [])
        for (const [, data = ''] of Buffer.from(chunk)
          .toString()
          .matchAll(/^data: (.+)$/gm))
          events.push(JSON.parse(data) as LiveEvent)
    })().catch(() => undefined)
    await vi.waitFor(() => expect(events.map(({ type }) => type)).toContain('ready'))
    return { typing: () => events.filter(({ type }) => type === 'typing'), end: () => abort.abort() }
  }
  const workspaceOf = ({ workspace, token }: Person) =>
    listen(`${server.api('eu')}/v2/workspaces/${workspace.uid}/live`, token)

  test('shows each side the other’s name, and nobody else', async () => {
    const [at, elsewhere] = [await taken(client), await taken()]
    const [visitor, bystander, team, stranger] = await Promise.all([
      listen(`${pathOf(at)}/live`, at.visitorId),
      listen(`${pathOf(elsewhere)}/live`, elsewhere.visitorId),
      workspaceOf(owner),
      workspaceOf(other),
    ])
    const event = { type: 'typing', agentId: agent.id, conversationId: at.conversationId }
    for (const bearer of [client.token, client.token, at.visitorId, at.visitorId])
      expect((await post(at, 'typing', {}, bearer)).status).toBe(200)
    // Repeats within three seconds are not sent.
    await vi.waitFor(() => expect(visitor.typing()).toEqual([{ ...event, from: 'human', name: 'Client' }]))
    await vi.waitFor(() => expect(team.typing()).toEqual([{ ...event, from: 'user' }]))
    expect([bystander.typing(), stranger.typing()]).toEqual([[], []])
    for (const one of [visitor, bystander, team, stranger]) one.end()
  })

  test('reaches people who are connected to another node', async () => {
    const at = await taken()
    const node = await server.anotherNode()
    const visitor = await listen(`${pathOf(at).replace(server.url, node.url)}/live`, at.visitorId)
    expect((await post(at, 'typing', {}, owner.token)).status).toBe(200)
    await vi.waitFor(() => expect(visitor.typing()).toHaveLength(1), 20_000)
    visitor.end()
    await node.close()
  })

  test('is not shown while the agent speaks, or when others send it', async () => {
    const at = await chat(agent)
    const team = await workspaceOf(owner)
    expect((await post(at, 'typing')).status).toBe(200)
    expect((await post(at, 'typing', {}, owner.token)).status).toBe(409)
    expect((await post(at, 'typing', {}, newVisitorId())).status).toBe(404)
    expect((await post(at, 'typing', {}, other.token)).status).toBe(404)
    const taken_ = await taken()
    expect((await post(taken_, 'typing', {}, colleague.token)).status).toBe(409)
    expect((await post(taken_, 'typing')).status).toBe(200)
    await vi.waitFor(() => expect(team.typing()).toHaveLength(1))
    expect(team.typing()).toMatchObject([{ conversationId: taken_.conversationId }])
    team.end()
  })
})
