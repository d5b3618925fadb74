// The first steps of a new owner: an agent built from a site, and an agent whatever the site does.
import type { Agent } from '@parlance/contract/agents/schemas'
import type { Crawl } from '@parlance/contract/crawler/schemas'
import type { FirstAgent, Onboarding } from '@parlance/contract/onboarding/schemas'
import type { WorkspaceSummary } from '@parlance/contract/workspaces/schemas'
import { startWebsite } from '@parlance/simulators/website/server'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { violations } from '../helpers/invariants.ts'
import { call, type Person } from '../helpers/people.ts'

type State = Onboarding & { showOnboarding: boolean }
const site = await startWebsite({ pages: 30 })
const gone = await startWebsite()
const closed = gone.url
await gone.close()
const server = await startTestServer({ settings: { outboundAllow: [site.host, gone.host], crawlerOwnDelayMs: 0 } })
const base = server.api('eu')
afterAll(async () => {
  await site.close()
  expect(await violations(server.dbs)).toEqual([])
})

const HEAD = `<title>Lamps by hand | Lumen</title><meta name="description" content="Lamps &amp; shades, made by hand.">
<meta name="theme-color" content="#7340e0"><meta property="og:site_name" content="Lumen Workshop">`
site.set('/front', {
  body: `<!doctype html><html><head>${HEAD}</head><body><main><h1>Lumen</h1><p>Lamps and shades for every room.</p>
<a href="/pages/0">Pages</a></main></body></html>`,
})

const at = (who: Person, path = '/onboarding') => `${base}/v2/workspaces/${who.workspace.uid}${path}`
const state = async (who: Person) => (await server.must<{ data: State }>('GET', at(who), who.token)).data
const preview = async (who: Person, answers: object) =>
  (await server.must<{ data: FirstAgent }>('POST', at(who, '/onboarding/preview'), who.token, answers)).data
const finish = async (who: Person, answers: object) =>
  (await server.must<{ data: State }>('POST', at(who), who.token, answers)).data
const agents = async (who: Person) =>
  (await server.must<{ items: { ID: string; title: string }[] }>('GET', at(who, '/agents'), who.token)).items
const agent = async (who: Person, id: string) =>
  (await server.must<{ data: Agent }>('GET', `${base}/v2/agents/${id}`, who.token)).data
const crawl = async (who: Person, id: string) =>
  (await server.must<{ data: Crawl }>('GET', at(who, `/crawls/${id}`), who.token)).data
const shown = async (who: Person) =>
  (await server.must<{ items: WorkspaceSummary[] }>('GET', `${base}/v2/workspaces`, who.token)).items.map(
    ({ showOnboarding }) => showOnboarding,
  )

describe('an owner and their site', () => {
  test('try an address without a scheme with https, then http, and keep an explicit https', async () => {
    const ada = await server.signUp('eu')
    expect(await preview(ada, { website: `${site.host}/front` })).toMatchObject({
      title: 'Lumen Workshop',
      website: `${site.url}/front`,
      note: '',
    })
    const { note } = await preview(ada, { website: `https://${site.host}/front` })
    expect(note).toMatch(/doesn’t answer/)
  })

  test('create one agent named, styled and taught from the site, also after a second click', async () => {
    const ada = await server.signUp('eu')
    expect(await state(ada)).toMatchObject({ showOnboarding: true, agentId: '' })
    expect(await shown(ada)).toEqual([true])
    const answers = { useCase: 'support', website: `${site.url}/front` }
    const planned = await preview(ada, answers)
    expect(planned).toMatchObject({
      template: 'customer-support',
      title: 'Lumen Workshop',
      description: 'Lamps & shades, made by hand.',
      color: '#7340e0',
      note: '',
    })
    expect(await agents(ada)).toEqual([])
    const [made, again] = await Promise.all([finish(ada, answers), finish(ada, answers)])
    expect(again.agentId).toBe(made.agentId)
    expect(await agents(ada)).toHaveLength(1)
    expect(await agent(ada, made.agentId)).toMatchObject({
      title: 'Lumen Workshop',
      description: 'Lamps & shades, made by hand.',
      vg_initMessages: [planned.greeting],
      vg_systemPrompt: expect.stringMatching(/^You are the customer support agent of Lumen Workshop\. /),
      theme: 'custom-light',
    })
    const { crawlId, note, showOnboarding } = await vi.waitFor(async () => {
      const now = await state(ada)
      expect(now.crawlId).not.toBe('')
      return now
    })
    expect({ note, showOnboarding }).toEqual({ note: '', showOnboarding: false })
    const settings = { maxPages: 20, maxDepth: 2, refresh: '24h', agentIds: [made.agentId], stayOnDomain: true }
    expect(await crawl(ada, crawlId)).toMatchObject(settings)
    await vi.waitFor(async () => expect((await crawl(ada, crawlId)).status).toBe('completed'), { timeout: 30_000 })
    expect((await crawl(ada, crawlId)).pagesRead).toBeGreaterThan(3)
    expect(await shown(ada)).toEqual([false])
    expect(await finish(ada, { skip: true })).toMatchObject({ agentId: made.agentId, skipped: false })
  })

  test('keep the agent and the state when the job is stopped and deleted', async () => {
    const ada = await server.signUp('eu')
    const { agentId, crawlId } = await finish(ada, { useCase: 'other', website: `${site.url}/front` })
    await server.must('POST', at(ada, `/crawls/${crawlId}/cancel`), ada.token, {})
    expect(['cancelled', 'completed']).toContain((await crawl(ada, crawlId)).status)
    await server.must('DELETE', at(ada, `/crawls/${crawlId}`), ada.token, { documents: true })
    expect(await state(ada)).toMatchObject({ agentId, crawlId, showOnboarding: false })
    expect((await call('GET', at(ada, `/crawls/${crawlId}`), { bearer: ada.token })).status).toBe(404)
    expect((await agent(ada, agentId)).title).toBe('Lumen Workshop')
  })
})

describe('with a site that gives nothing', () => {
  site.set('/huge', { headers: { 'content-length': '60000000' }, body: '<title>Huge</title>' })
  site.set('/data', { headers: { 'content-type': 'application/json' }, body: '{}' })
  site.set('/round', { status: 302, headers: { location: '/round' } })

  test.each([
    ['inside the network', 'http://127.0.0.1:1/', /private network/],
    ['inside, as a number', 'http://2130706433/', /private network/],
    ['of a cloud', 'http://169.254.169.254/latest', /private network/],
    ['that does not exist', 'https://nowhere.invalid/', /Check the spelling/],
    ['where nothing runs', closed, /Check that you can open it/],
    ['that is none', 'two words', /isn’t a web address/],
    ['that is a script', 'javascript:alert(1)', /isn’t a web address|Check the spelling/],
    ['without a page', '/missing', /no page at this address \(404\)/],
    ['of something else', '/data', /no web page/],
    ['of a circle', '/round', /redirecting/],
    ['of something huge', '/huge', /too large|doesn’t answer/],
  ])('shows a message for an address %s, and still creates the agent', async (_, address, sentence) => {
    const ada = await server.signUp('eu')
    const website = address.startsWith('/') ? site.url + address : address
    expect((await preview(ada, { useCase: 'appointments', website })).note).toMatch(sentence)
    const made = await finish(ada, { useCase: 'appointments', website })
    expect(made).toMatchObject({ template: 'make-appointment', crawlId: '', showOnboarding: false })
    expect(made.note).toMatch(sentence)
    expect((await agent(ada, made.agentId)).title).toBe('My first agent')
  })

  test('does not follow a redirect to the inside', async () => {
    const ada = await server.signUp('eu')
    site.set('/inside', { status: 302, headers: { location: 'http://127.0.0.1:1/' } })
    expect(await preview(ada, { website: `${site.url}/inside` })).toMatchObject({
      website: '',
      note: expect.stringMatching(/private network/),
    })
  })

  test('creates the agent without credits, and says why nothing is read', async () => {
    const ada = await server.signUp('eu')
    await server.setCredits(ada, 0)
    const made = await finish(ada, { website: `${site.url}/front` })
    expect(made).toMatchObject({ crawlId: '', note: expect.stringMatching(/credit/i) })
    expect((await agent(ada, made.agentId)).title).toBe('Lumen Workshop')
  })
})

test('gives no name and the template’s greeting for an empty site', async () => {
  const ada = await server.signUp('eu')
  site.set('/blank', { body: '<!doctype html><html><head></head><body></body></html>' })
  site.set('/address', { body: `<!doctype html><html><head><title>${site.host}</title></head><body></body></html>` })
  for (const path of ['/blank', '/address'])
    expect(await preview(ada, { useCase: 'support', website: site.url + path })).toMatchObject({
      title: 'My first agent',
      greeting: '',
    })
})

test('keeps the name of the workspace when a site in another language gives none', async () => {
  const ada = await server.signUp('eu')
  const names = async () =>
    (await server.must<{ items: WorkspaceSummary[] }>('GET', `${base}/v2/workspaces`, ada.token)).items.map(
      ({ workspaceName }) => workspaceName,
    )
  const before = await names()
  site.set('/german', { body: '<!doctype html><html lang="de"><head></head><body>Lampen</body></html>' })
  const made = await finish(ada, { useCase: 'support', website: `${site.url}/german`, lang: 'en' })
  expect(await agent(ada, made.agentId)).toMatchObject({
    title: 'Mein erster Agent',
    vg_systemPrompt: expect.stringMatching(/^You are Mein erster Agent, the customer support agent of a company\. /),
  })
  expect(await names()).toEqual(before)
})

test('names and greets in Arabic for an Arabic site', async () => {
  const ada = await server.signUp('eu')
  const shop = '<title>شموع عمّان</title><meta name="description" content="شموع مصنوعة يدويًا.">'
  site.set('/arabic', { body: `<!doctype html><html lang="ar-JO"><head>${shop}</head><body>شموع</body></html>` })
  site.set('/arabic-plain', { body: `<!doctype html><html lang="en"><head>${shop}</head><body>شموع</body></html>` })
  for (const path of ['/arabic', '/arabic-plain'])
    expect(await preview(ada, { useCase: 'support', website: site.url + path, lang: 'de' })).toMatchObject({
      title: 'شموع عمّان',
      lang: 'ar',
      greeting: 'مرحبًا! أجيب عن الأسئلة حول شموع عمّان. ماذا تحتاج؟',
    })
  const made = await finish(ada, { useCase: 'appointments', website: `${site.url}/arabic` })
  expect(await agent(ada, made.agentId)).toMatchObject({ title: 'شموع عمّان' })
})

test('opens an existing agent, or else a blank one, when the steps are skipped', async () => {
  const [ada, bob] = [await server.signUp('eu'), await server.signUp('eu')]
  const made = await finish(ada, { skip: true })
  expect(made).toMatchObject({ skipped: true, showOnboarding: false })
  expect(await agents(ada)).toMatchObject([{ ID: made.agentId, title: 'My first agent' }])
  const his = await server.makeAgent(bob)
  expect((await finish(bob, { skip: true })).agentId).toBe(his.id)
  expect(await agents(bob)).toHaveLength(1)
})

test('greets in the requested language, or English, and leaves the chat to the visitor’s browser language', async () => {
  const [ada, bob, eve] = [await server.signUp('eu'), await server.signUp('eu'), await server.signUp('eu')]
  const skipped = await finish(ada, { skip: true, lang: 'fr' })
  expect(await agent(ada, skipped.agentId)).toMatchObject({
    title: 'Mon premier agent',
    lang: 'auto',
    vg_initMessages: [expect.stringMatching(/^Bonjour/)],
  })
  expect((await preview(bob, { useCase: 'appointments', lang: 'ar' })).title).toBe('وكيلي الأول')
  const made = await finish(bob, { useCase: 'appointments', lang: 'ar' })
  expect(await agent(bob, made.agentId)).toMatchObject({
    lang: 'auto',
    vg_initMessages: [expect.stringMatching(/^مرحبًا/)],
  })
  const plain = await finish(eve, { useCase: 'appointments' })
  expect(await agent(eve, plain.agentId)).toMatchObject({ lang: 'auto', title: 'My first agent' })
})

test.each(['owner', 'editor'] as const)(
  'is over, and creates nothing, once the %s has seen a working agent',
  async (who) => {
    const ada = await server.signUp('eu')
    const { token } = who === 'owner' ? ada : await server.join(ada, who)
    await server.must('POST', at(ada, '/owner-verified'), token, {})
    expect(await shown(ada)).toEqual([false])
    expect(await agents(ada)).toEqual([])
    const { data } = await server.must<{ data: { showOnboarding: boolean } }>('GET', at(ada, ''), ada.token)
    expect(data.showOnboarding).toBe(false)
  },
)

test('is closed to everyone but the owner, or to end it the editors', async () => {
  const [ada, bob] = [await server.signUp('eu'), await server.signUp('eu')]
  const editor = await server.join(ada, 'editor')
  const admin = await server.join(ada, 'admin')
  const tries = [
    ['GET', ''],
    ['POST', ''],
    ['POST', '/preview'],
  ] as const
  for (const [method, path] of tries) {
    const asked = async (bearer: string) =>
      (await call(method, at(ada, `/onboarding${path}`), { bearer, ...(method === 'POST' ? { body: {} } : {}) })).status
    expect(await asked(bob.token)).toBe(404)
    for (const { token } of [editor, admin]) expect(await asked(token)).toBe(403)
    expect([401, 403, 404]).toContain(await asked(ada.workspace.secret))
  }
  expect((await call('POST', at(ada, '/owner-verified'), { bearer: bob.token, body: {} })).status).toBe(404)
  const viewer = await server.join(ada, 'viewer')
  expect((await call('POST', at(ada, '/owner-verified'), { bearer: viewer.token, body: {} })).status).toBe(403)
  expect((await state(ada)).showOnboarding).toBe(true)
  // In a workspace that they only work in, there are no first steps.
  const list = await server.must<{ items: WorkspaceSummary[] }>('GET', `${base}/v2/workspaces`, editor.token)
  expect(list.items.filter(({ role, showOnboarding }) => role === 'owner' && showOnboarding)).toHaveLength(1)
})
