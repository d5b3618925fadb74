import type { DocumentVersion } from '@parlance/contract/knowledge/sources-api'
import { MILLI } from '@parlance/contract/lib/money'
import { startWebsite } from '@parlance/simulators/website/server'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { crawls } from '../helpers/crawls.ts'
import { knowledgeOf } from '../helpers/knowledge.ts'
import { makeClient, makeOrg } from '../helpers/orgs.ts'
import { call } from '../helpers/people.ts'

const site = await startWebsite()
afterAll(() => site.close())
const server = await startTestServer({
  settings: {
    planLimits: { free: { maxAgents: 2, clientSeats: 1, maxKbDocsCharCount: 100 } },
    outboundAllow: [site.host],
    crawlerOwnDelayMs: 0,
  },
})
const { workspaces } = server.running.container.services

test('refuses a third agent on a plan for two, also when twenty come at once, until the plan allows it', async () => {
  const owner = await server.signUp('eu')
  await server.makeAgent(owner)
  const make = () =>
    call<Record<string, unknown>>('POST', `${server.api('eu')}/rpc/convertAgentTemplateToAgent`, {
      bearer: owner.token,
      body: { agentName: 'More', agentTemplate: 'blank-template', workspaceId: owner.workspace.uid },
    })
  const all = await Promise.all(Array.from({ length: 20 }, make))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(all.find(({ status }) => status !== 200)).toMatchObject({
    status: 402,
    body: { code: 'PLAN_LIMIT', message: 'Your plan includes 2 agents. Upgrade to add more.' },
  })
  const ctx = server.running.container.contexts.system('eu', owner.workspace.uid)
  await workspaces.setPlan(ctx, owner.workspace.uid, { plan: 'pay_as_you_go' })
  expect((await make()).status).toBe(200)
})

describe('the free plan', () => {
  test('has one seat for client users of all organisations, and two with an add-on', async () => {
    const owner = await server.signUp('eu')
    const orgs = [await makeOrg(server, owner, []), await makeOrg(server, owner, [])]
    const add = (nth: number, email: string) =>
      call<Record<string, unknown>>(
        'POST',
        `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/orgs/${orgs[nth]?.orgId}/clients`,
        { bearer: owner.token, body: { email, name: 'Client' } },
      )
    expect((await add(0, 'one@example.test')).status).toBe(200)
    expect(await add(1, 'two@example.test')).toMatchObject({ status: 402, body: { code: 'PLAN_LIMIT' } })
    const ctx = server.running.container.contexts.system('eu', owner.workspace.uid)
    await workspaces.setPlan(ctx, owner.workspace.uid, { addOns: { client_seat: 1 } })
    expect((await add(1, 'two@example.test')).status).toBe(200)
  })

  test('is not named to admins of an organisation who add one person too many', async () => {
    const owner = await server.signUp('eu')
    const org = await makeOrg(server, owner, [])
    const admin = await makeClient(server, owner, org, { isOrgAdmin: true })
    const path = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/orgs/${org.orgId}/clients`
    const body = { email: 'two@example.test', name: 'Client' }
    expect(await call('POST', path, { bearer: admin.token, body })).toMatchObject({
      status: 429,
      body: { code: 'LIMIT_REACHED', message: 'No more users can be added right now. Ask your provider.' },
    })
    expect(await call('POST', path, { bearer: owner.token, body })).toMatchObject({ status: 402 })
  })

  test('accepts texts up to its character limit', async () => {
    const owner = await server.signUp('eu')
    const agent = await server.makeAgent(owner)
    const save = (length: number) =>
      call<Record<string, unknown>>('POST', `${server.api('eu')}/v2/agents/${agent.id}/kb`, {
        bearer: owner.token,
        body: { name: 'Text', content: 'a '.repeat(length / 2).trim() },
      })
    expect((await save(60)).status).toBe(200)
    expect(await save(60)).toMatchObject({ status: 402, body: { code: 'PLAN_LIMIT' } })
  })
})

describe('the character limit of a plan for 100', () => {
  const FULL = 'Your plan includes 100 characters of knowledge. Upgrade to add more.'
  const refused = { status: 402, body: { code: 'PLAN_LIMIT', message: FULL } }
  const text = (length: number) => 'a'.repeat(length)
  const setPage = (path: string, words: number) =>
    site.set(path, { body: `<title>Page</title><main><p>${'plenty of words '.repeat(words / 3).trim()}</p></main>` })

  async function knowledge() {
    const agent = await server.makeAgent(await server.signUp('eu'))
    const kb = knowledgeOf(server, agent)
    const create = async (length: number) =>
      (await kb.must<{ data: { ID: string } }>('POST', '', { name: 'Text', content: text(length) })).data.ID
    return { agent, kb, create }
  }

  test('applies to edits, except to those that shorten a text', async () => {
    const { kb, create } = await knowledge()
    const docId = await create(80)
    expect(await kb.ask('PATCH', `/${docId}`, { content: text(101) })).toMatchObject(refused)
    expect((await kb.get(docId)).content).toBe(text(80))
    const [chunk] = (await kb.must<{ items: { n: number; text: string }[] }>('GET', `/${docId}/chunks`)).items
    const longer = { before: chunk?.text, text: text(101) }
    expect(await kb.ask('PATCH', `/${docId}/chunks/${chunk?.n}`, longer)).toMatchObject(refused)
    expect((await kb.ask('PATCH', `/${docId}`, { content: text(100) })).status).toBe(200)
    expect((await kb.ask('PATCH', `/${docId}`, { content: text(30) })).status).toBe(200)
    expect((await kb.ask('PATCH', `/${docId}`, { name: 'Renamed' })).status).toBe(200)
  })

  test('applies to old versions and deleted documents that are restored', async () => {
    const { kb, create } = await knowledge()
    const [edited, deleted] = [await create(60), await create(40)]
    await kb.must('PATCH', `/${edited}`, { content: text(20) })
    await kb.must('DELETE', `/${deleted}`)
    const other = await create(70)
    const [version] = (await kb.must<{ items: DocumentVersion[] }>('GET', `/${edited}/versions`)).items
    const restore = [`/${edited}/versions/${version?.id}/restore`, `/${deleted}/restore`]
    for (const path of restore) expect(await kb.ask('POST', path, {}), path).toMatchObject(refused)
    await kb.must('DELETE', `/${other}`)
    for (const path of restore) expect((await kb.ask('POST', path, {})).status, path).toBe(200)
  })

  test('applies to web pages, which fail with the reason, cost nothing and keep what was read', async () => {
    const { agent, kb, create } = await knowledge()
    const { available } = await server.balance(agent.owner)
    const spent = async () => (available - (await server.balance(agent.owner)).available) / MILLI
    setPage('/long', 60)
    setPage('/grows', 6)
    const [long, grows] = (await kb.addUrls([`${site.url}/long`, `${site.url}/grows`])).items.map(({ ID }) => ID)
    expect(await kb.settled(long ?? '')).toMatchObject({ status: 'failed', reason: FULL, content: '' })
    const read = await kb.settled(grows ?? '')
    expect(read.status).toBe('ready')
    // One for reading the shorter page, one for indexing it.
    await expect.poll(spent).toBe(2)
    setPage('/grows', 60)
    await kb.must('POST', `/${grows}/refetch`, {})
    expect(await kb.settled(grows ?? '')).toMatchObject({
      status: 'failed',
      reason: `${FULL} What we read before is still there.`,
      content: read.content,
    })
    await expect.poll(spent).toBe(2)
    await create(100 - read.content.length)
    expect(await kb.ask('POST', '/urls', { urls: [`${site.url}/more`] })).toMatchObject(refused)
  })

  test('applies to files, which can be read again once there is room', async () => {
    const { kb, create } = await knowledge()
    const other = await create(60)
    const docId = await kb.upload('long.txt', text(80))
    expect(await kb.settled(docId)).toMatchObject({ status: 'failed', reason: FULL, content: '' })
    await kb.must('DELETE', `/${other}`)
    await kb.must('POST', `/${docId}/refetch`, {})
    expect(await kb.settled(docId)).toMatchObject({ status: 'ready', content: text(80) })
  })

  test('applies to crawled pages, which fail with the reason while others are read', async () => {
    const { agent } = await knowledge()
    const { owner } = agent
    const crawler = crawls(server, site, () => owner)
    setPage('/one', 6)
    setPage('/two', 60)
    const { id } = await crawler.create([agent], { startUrls: [`${site.url}/one`, `${site.url}/two`], maxDepth: 0 })
    expect(await crawler.over(id)).toMatchObject({ status: 'completed', pagesRead: 1, pagesFailed: 1 })
    const pages = await crawler.log(id)
    expect(pages.get('/one')).toMatchObject({ status: 'read' })
    expect(pages.get('/two')).toMatchObject({ status: 'failed', reason: FULL })
    setPage('/one', 60)
    await crawler.again(id)
    expect((await crawler.log(id)).get('/one')).toMatchObject({ status: 'failed', reason: FULL })
    expect((await crawler.documents(agent)).map(({ size }) => size < 100)).toEqual([true])
  })
})
