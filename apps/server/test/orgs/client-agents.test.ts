// What client users read and change of an agent, field by field, and the agents they create.
import { AgentConfig, type Agent } from '@parlance/contract/agents/schemas'
import type { ClientAgentConfig } from '@parlance/contract/agents/client-agent-schemas'
import { CLIENT_AGENT_FIELDS } from '@parlance/contract/agents/client-fields'
import type { ClientTab } from '@parlance/contract/lib/client-tabs'
import { MAX_AGENTS, type Client, type Org } from '@parlance/contract/orgs/schemas'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { evaluationsOf, says } from '../helpers/evaluations.ts'
import { makeClient, makeOrg, type TestOrg } from '../helpers/orgs.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const server = await sharedTestServer()
const api = server.api('eu')
let owner: Person
let agent: TestAgent
let org: TestOrg
interface Copy {
  config: ClientAgentConfig
  version: number
}
type Got = { published: Copy; draft: Copy | null; code?: string; message?: string; data?: unknown }
const SECRET_PROMPT = 'Never tell anybody about the walrus.'

beforeAll(async () => {
  owner = await server.signUp('eu')
})
async function begin() {
  agent = await server.makeAgent(owner, {
    vg_systemPrompt: SECRET_PROMPT,
    VF_DIALOGUE_API_KEY: 'vf-walrus',
    whatsappToken: 'wa-walrus',
    allowedDomains: ['walrus.example'],
    nodes: [
      {
        id: 'start',
        name: 'Start',
        type: 'start',
        instructions: SECRET_PROMPT,
        startConfig: { initialMessage: 'Hello from the first step', userStarts: false },
      },
    ] as never,
  })
  org = await makeOrg(server, owner, [agent.id])
}
const client = (canAccess: readonly ClientTab[], more: object = {}) =>
  makeClient(server, owner, org, { agentIds: [agent.id], canAccess, ...more })
const path = () => `${api}/client/agents/${agent.id}`
const owned = async () =>
  server.must<{ data: Agent; draft: { config: AgentConfig; version: number } | null }>(
    'GET',
    `${api}/v2/agents/${agent.id}`,
    owner.token,
  )
const ask = (method: string, to: string, bearer: string, body?: object) => call<Got>(method, to, { bearer, body })

describe('an agent', () => {
  beforeAll(begin)

  test('shows client users only what they may see', async () => {
    await server.must('PUT', `${path().replace('/client', '/v2')}/draft`, owner.token, { vg_temperature: 1.5 })
    for (const tab of ['/overview', '/settings', '/voice', '/channels'] as const) {
      const { token } = await client([tab])
      const { status, body } = await ask('GET', path(), token)
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toMatch(/walrus|vg_systemPrompt|SECRET|"nodes"|vg_temperature/i)
      expect(body.published.config).toMatchObject({
        title: (await owned()).data.title,
        opening: { initialMessage: 'Hello from the first step', userStarts: false },
      })
    }
  })

  test('accepts changes to the fields of allowed pages, as a draft and published, with a version', async () => {
    const { token } = await client(['/settings'])
    const change = { proactiveMessage: 'Need a hand?', UIhandoffTitle: 'Talk to us' }
    const drafted = await ask('PUT', `${path()}/draft`, token, change)
    expect(drafted).toMatchObject({ status: 200, body: { draft: { config: change } } })
    const before = await owned()
    expect(before.draft?.config).toMatchObject({ ...change, vg_systemPrompt: SECRET_PROMPT, vg_temperature: 1.5 })
    expect(before.data.UIhandoffTitle).not.toBe(change.UIhandoffTitle)
    expect((await ask('POST', path(), token, change)).body.published.config).toMatchObject(change)
    const after = await owned()
    expect(after.data).toMatchObject({ ...change, vg_systemPrompt: SECRET_PROMPT, whatsappToken: 'wa-walrus' })
    // Unpublished changes of the workspace stay unpublished.
    expect(after.data.vg_temperature).not.toBe(1.5)
    expect(after.draft?.config.vg_temperature).toBe(1.5)
    const versions = await server.must<{ items: { author: string }[] }>(
      'GET',
      `${api}/v2/agents/${agent.id}/versions`,
      owner.token,
    )
    expect(versions.items[0]?.author).toBe('Client')
  })

  test('publishes a client user’s design while required tests wait for the workspace’s draft', async () => {
    const guarded = await server.makeAgent(owner, { publishGuard: 'refuse', vg_systemPrompt: SECRET_PROMPT })
    const tests = evaluationsOf(server)
    await tests.save(guarded, { protected: true, steps: says('nine') })
    await tests.draft(guarded, { vg_systemPrompt: 'Half a prom' })
    const served = await makeOrg(server, owner, [guarded.id])
    const { token } = await makeClient(server, owner, served, { agentIds: [guarded.id], canAccess: ['/overview'] })
    const publish = (body: object) => ask('POST', `${api}/client/agents/${guarded.id}`, token, body)
    expect(await publish({ theme: 'pink-dark', chatBgURL: 'https://img.example/b.png' })).toMatchObject({ status: 200 })
    expect(await publish({ vg_initMessages: ['Good morning'] })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', reason: 'publish_part_not_tested' },
    })
  })

  test('keeps the workspace’s unpublished changes when a client user discards theirs', async () => {
    const { token } = await client(['/settings'])
    await ask('PUT', `${path()}/draft`, token, { UIhandoffSubtitle: 'We answer in a minute' })
    await server.must('PUT', `${api}/v2/agents/${agent.id}/draft`, owner.token, { description: 'By the owner' })
    expect((await ask('DELETE', `${path()}/draft`, token)).status).toBe(200)
    const { draft } = await owned()
    expect(draft?.config).toMatchObject({ UIhandoffSubtitle: '', description: 'By the owner', vg_temperature: 1.5 })
  })

  test.each([
    ['fields of a page they do not have', ['/settings'], { title: 'Mine' }, 403],
    ['the same the other way round', ['/overview'], { proactiveMessage: 'Hi' }, 403],
    [
      'the voice without its page',
      ['/overview', '/settings'],
      { voiceConfig: { speechGen: { voiceId: 'luna' } } },
      403,
    ],
    ['anything with channels alone', ['/channels'], { title: 'Mine' }, 403],
    ['numbers that calls are transferred to', ['/voice'], { voiceConfig: { config: { transfers: [] } } }, 400],
    ['the prompt', ['/overview', '/settings'], { vg_systemPrompt: 'Obey me' }, 400],
    ['the model', ['/overview', '/settings'], { vg_defaultModel: 'gpt-9' }, 400],
    ['allowed sites', ['/overview', '/settings'], { allowedDomains: [] }, 400],
    ['own CSS', ['/overview', '/settings'], { ADVANCED_customCSS: 'a {}' }, 400],
    ['another owner', ['/overview', '/settings'], { ownerID: 'x' }, 400],
  ] as const)('refuses %s, drafted and published', async (_, canAccess, change, status) => {
    const { token } = await client(canAccess)
    const before = await owned()
    expect((await ask('PUT', `${path()}/draft`, token, change)).status).toBe(status)
    expect((await ask('POST', path(), token, change)).status).toBe(status)
    expect(await owned()).toEqual(before)
  })

  test('refuses a stale save without returning the newer agent', async () => {
    const { token } = await client(['/overview'])
    const { body } = await ask('GET', path(), token)
    const version = Math.max(body.published.version, body.draft?.version ?? 0)
    await server.must('PUT', `${api}/v2/agents/${agent.id}/draft`, owner.token, { vg_temperature: 0.1 })
    for (const [method, to] of [
      ['PUT', `${path()}/draft`],
      ['POST', path()],
    ] as const) {
      const heard = await ask(method, to, token, { title: 'Mine', version })
      expect(heard).toMatchObject({ status: 409, body: { code: 'STALE' } })
      expect(heard.body.data).toBeUndefined()
    }
  })

  test('lets client users read every field that they may change', async () => {
    const { token } = await client(['/overview', '/settings', '/voice'])
    const { body } = await ask('GET', path(), token)
    for (const fields of Object.values(CLIENT_AGENT_FIELDS))
      for (const field of fields) expect(Object.keys(body.published.config), field).toContain(field)
  })
})

describe('the voice of an agent', () => {
  beforeAll(begin)

  test('takes the voice and takes it back, without the numbers that calls are transferred to', async () => {
    const { token } = await client(['/voice'])
    const transfers = [{ label: 'Desk', number: '+4930901820', mode: 'warm' }]
    const drafts = `${api}/v2/agents/${agent.id}/draft`
    await server.must('PUT', drafts, owner.token, { voiceConfig: { config: { transfers } } })
    const change = { speechGen: { voiceId: 'luna', backChannelling: true }, transcriber: { patienceFactor: 2 } }
    const drafted = await ask('PUT', `${path()}/draft`, token, { voiceConfig: change })
    expect(drafted).toMatchObject({ status: 200, body: { draft: { config: { voiceConfig: change } } } })
    expect(JSON.stringify(drafted.body)).not.toContain('+4930901820')
    expect((await owned()).draft?.config.voiceConfig).toMatchObject({ ...change, config: { transfers } })
    const discarded = await ask('DELETE', `${path()}/draft`, token)
    expect(discarded.status).toBe(200)
    expect((await owned()).draft?.config.voiceConfig).toMatchObject({
      config: { transfers },
      transcriber: { patienceFactor: 1 },
      speechGen: { voiceId: 'asteria', backChannelling: false },
    })
    const published = await ask('POST', path(), token, { voiceConfig: change })
    expect(published.body.published.config.voiceConfig).toMatchObject(change)
    const after = await owned()
    expect(after.data.voiceConfig.config.transfers).toBeUndefined()
    expect(after.draft?.config.voiceConfig.config.transfers).toEqual(transfers)
  })
})

describe('agents created by client users', () => {
  beforeAll(begin)
  const template = { agentName: 'Second shop', agentTemplate: 'customer-support' }
  const make = (bearer: string, body: object = template) =>
    call<{ data: { ID: string; title: string } }>('POST', `${api}/client/agents`, { bearer, body })
  const read = async () => {
    const at = `${api}/v2/workspaces/${owner.workspace.uid}/orgs/${org.orgId}`
    const [{ data }, { items }] = await Promise.all([
      server.must<{ data: Org }>('GET', at, owner.token),
      server.must<{ items: Client[] }>('GET', `${at}/clients`, owner.token),
    ])
    return { org: data, of: (id: string) => items.find(({ ID }) => ID === id)?.widgetIDs }
  }
  const agents = async () => {
    const list = `${api}/v2/workspaces/${owner.workspace.uid}/agents?limit=100`
    return (await server.must<{ items: { ID: string; ownerID: string }[] }>('GET', list, owner.token)).items
  }

  test('are visible to the workspace, the org and their creator, and nobody else', async () => {
    const [maker, other] = [await client(['/overview'], { allowCreateAgents: true }), await client(['/overview'])]
    const made = await make(maker.token)
    expect(made).toMatchObject({ status: 200, body: { data: { title: 'Second shop' } } })
    expect(JSON.stringify(made.body)).not.toContain('vg_')
    const id = made.body.data.ID
    const after = await read()
    expect(after.org.widgetIDs).toEqual([agent.id, id])
    expect(after.of(maker.clientId)).toEqual([agent.id, id])
    expect(after.of(other.clientId)).toEqual([agent.id])
    expect((await agents()).find(({ ID }) => ID === id)?.ownerID).toBe(owner.workspace.uid)
    expect((await ask('GET', `${api}/client/agents/${id}`, maker.token)).status).toBe(200)
    expect((await ask('GET', `${api}/client/agents/${id}`, other.token)).status).toBe(404)
  })

  test('are all kept when many are created at once', async () => {
    const maker = await client(['/overview'], { allowCreateAgents: true })
    const made = await Promise.all([1, 2, 3, 4].map(() => make(maker.token)))
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { org: after, of } = await read()
    for (const { body } of made) expect(after.widgetIDs).toContain(body.data.ID)
    expect(of(maker.clientId)).toHaveLength(5)
  })

  test.each([
    ['without the permission', false, template, 403],
    ['without a name', true, { ...template, agentName: ' ' }, 400],
    ['from a template that there is not', true, { ...template, agentTemplate: 'walrus' }, 400],
  ])('are refused %s', async (_, allowCreateAgents, body, status) => {
    const { token } = await client(['/overview'], { allowCreateAgents, isOrgAdmin: true })
    const before = [await agents(), (await read()).org.widgetIDs]
    expect((await make(token, body)).status).toBe(status)
    expect([await agents(), (await read()).org.widgetIDs]).toEqual(before)
  })

  test('are refused when the org has reached its limit', async () => {
    const { token } = await client(['/overview'], { allowCreateAgents: true })
    const full = Array.from({ length: MAX_AGENTS }, (_, n) => `agent${n}`)
    await server.dbs.eu.pool.query('update orgs set agent_ids = $2 where id = $1', [org.orgId, full])
    const before = await agents()
    expect(await make(token)).toMatchObject({ status: 429, body: { code: 'LIMIT_REACHED' } })
    expect(await agents()).toEqual(before)
  })
})

test('gives a person their own language and page order, set by the workspace', async () => {
  const made = await makeOrg(server, owner, [])
  const at = `${api}/v2/workspaces/${owner.workspace.uid}/orgs/${made.orgId}/clients`
  const person = { name: 'Mia', email: 'mia.own@example.test', dashboardPassword: 'correct horse' }
  const own = { preferredLanguage: 'de', clientTabOrder: ['/leads', '/home'] }
  const { data } = await server.must<{ data: Client }>('POST', at, owner.token, { ...person, ...own })
  expect(data).toMatchObject(own)
  const changed = { preferredLanguage: 'fr', clientTabOrder: [] }
  expect(await server.must('PATCH', `${at}/${data.ID}`, owner.token, changed)).toMatchObject({ data: changed })
})
