import type { AgentPatch } from '@parlance/contract/agents/schemas'
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { MAX_TEAMS, type Team, type TeamCandidate } from '@parlance/contract/conversations/teams-api'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { type Answer, type Chat, chatsOf } from '../helpers/chats.ts'
import { makeClient, makeOrg, type TestClient, type TestOrg } from '../helpers/orgs.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const server = await sharedTestServer()
const { baseOf, chat, post, requestHandoff, read, pathOf } = chatsOf(server)
const PEOPLE: AgentPatch = { UIhandoffTitle: 'Talk to us' }
const WAIT = { timeout: 15_000 }

let owner: Person
let colleague: Person
let stranger: Person
let agent: TestAgent
let theirs: TestAgent
let first: TestOrg
let second: TestOrg
let client: TestClient
let otherClient: TestClient
/** They join the workspace by opening it. */
async function joined(): Promise<Person> {
  const person = await server.join(owner, 'editor')
  await server.must('GET', `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/teams`, person.token)
  return person
}
beforeAll(async () => {
  owner = await server.signUp('eu')
  stranger = await server.signUp('eu')
  colleague = await joined()
  agent = await server.makeAgent(owner, PEOPLE)
  theirs = await server.makeAgent(stranger, PEOPLE)
  first = await makeOrg(server, owner, [agent.id])
  second = await makeOrg(server, owner, [agent.id])
  const reads = { agentIds: [agent.id], canAccess: ['/convos'] as const }
  client = await makeClient(server, owner, first, reads)
  otherClient = await makeClient(server, owner, second, reads)
})
beforeEach(() => {
  server.model.control.reset()
  server.model.control.script(Array.from({ length: 20 }, () => ({ text: 'We open at nine.' })))
})

const path = (of: Person = owner) => `${server.api('eu')}/v2/workspaces/${of.workspace.uid}/teams`
const idOf = async (email: string) => {
  const { rows } = await server.dbs.identity.pool.query<{ id: string }>('select id from users where email = $1', [
    email,
  ])
  return rows[0]?.id ?? ''
}
const user = async ({ email }: Person) => ({ kind: 'user', id: await idOf(email) })
const clientUser = ({ clientId: id }: TestClient) => ({ kind: 'client', id })
const make = (body: object, of = owner) =>
  call<{ data: Team; code?: string; message?: string }>('POST', path(of), { bearer: of.token, body })
const teamWith = async (members: object[], orgId?: string) =>
  (await make({ name: `Team ${randomId(8)}`, members, ...(orgId && { orgId }) })).body.data
const listed = (of: Person) => server.must<{ items: Team[]; people: TeamCandidate[] }>('GET', path(of), of.token)
const assign = (at: Chat, assignee: object | null, bearer = owner.token) => post(at, 'assignee', { assignee }, bearer)
const toTeam = ({ id }: Team) => ({ kind: 'team', id })
const inboxOf = async (at: Chat, bearer = owner.token) => (await read(at, bearer)).conversation.inbox
const comes = ({ token, workspace: { uid } }: Person) =>
  server.must('POST', `${server.api('eu')}/v2/workspaces/${uid}/presence`, token, {})
const leaves = (people: readonly Person[], isAway = true) =>
  Promise.all(people.map(({ token }) => server.must('PUT', `${baseOf(agent)}/availability`, token, { isAway })))
const asks = async (): Promise<Chat> => {
  const visitorId = newVisitorId()
  return { agent, visitorId, conversationId: (await requestHandoff(agent, visitorId)).body.data.id }
}

describe('managing', () => {
  test('needs a unique name, and people of the workspace or its organisation', async () => {
    const made = await make({ name: 'Support', members: [await user(colleague), clientUser(client)] })
    expect(made.body.data).toMatchObject({
      name: 'Support',
      orgId: '',
      members: [{ kind: 'user' }, { kind: 'client' }],
    })
    expect((await make({ name: 'support', members: [] })).body.code).toBe('CONFLICT')
    // Another organisation and another workspace can use the same name.
    expect((await make({ name: 'Support', members: [clientUser(client)], orgId: first.orgId })).status).toBe(200)
    expect((await make({ name: 'Support', members: [] }, stranger)).status).toBe(200)

    const refused = [
      { name: 'A', members: [await user(stranger)] },
      { name: 'B', members: [clientUser(otherClient)], orgId: first.orgId },
      { name: ' ', members: [] },
    ]
    for (const body of refused) expect((await make(body)).status).toBe(400)
    expect((await make({ name: 'C', members: [clientUser(client)] }, stranger)).status).toBe(400)
    expect((await make({ name: 'D', members: [], orgId: first.orgId }, stranger)).status).toBe(404)
  })

  test('is closed to other workspaces and to client users', async () => {
    const team = await teamWith([await user(owner)])
    expect((await listed(stranger)).items.map(({ id }) => id)).not.toContain(team.id)
    expect((await listed(stranger)).people.map(({ id }) => id)).not.toContain(client.clientId)
    const ways = (of: Person, bearer = of.token) => [
      call('PUT', `${path(of)}/${team.id}`, { bearer, body: { name: 'Mine', members: [] } }),
      call('DELETE', `${path(of)}/${team.id}`, { bearer }),
    ]
    for (const { status } of await Promise.all(ways(stranger))) expect(status).toBe(404)
    for (const { status } of await Promise.all(ways(owner, stranger.token))) expect(status).toBe(404)
    for (const { status } of await Promise.all(ways(owner, client.token))) expect(status).toBeGreaterThanOrEqual(401)
    const renamed = await call<{ data: Team }>('PUT', `${path()}/${team.id}`, {
      bearer: colleague.token,
      body: { name: `Renamed ${randomId(6)}`, members: [await user(colleague)] },
    })
    expect((await listed(owner)).items).toContainEqual(renamed.body.data)
  })

  test('is limited to fifty teams per workspace', async () => {
    const boss = await server.signUp('eu')
    await server.dbs.eu.pool.query(
      `insert into teams (id, workspace_id, name) select $1 || n, $1, 'Team ' || n from generate_series(2, $2::int) n`,
      [boss.workspace.uid, MAX_TEAMS],
    )
    expect((await make({ name: 'Team 1', members: [] }, boss)).status).toBe(200)
    expect((await make({ name: 'One more', members: [] }, boss)).body.code).toBe('LIMIT_REACHED')
  })
})

describe('assigning', () => {
  test('offers each side its own teams, and accepts no other', async () => {
    const [ours, ofFirst, ofSecond] = [
      await teamWith([await user(owner)]),
      await teamWith([clientUser(client)], first.orgId),
      await teamWith([clientUser(otherClient)], second.orgId),
    ]
    const foreign = (await make({ name: `Foreign ${randomId(6)}`, members: [await user(stranger)] }, stranger)).body
      .data
    const offered = async (bearer: string) =>
      (await server.must<{ teams: { id: string }[] }>('GET', `${baseOf(agent)}/assignees`, bearer)).teams.map(
        ({ id }) => id,
      )
    expect(await offered(owner.token)).toEqual(expect.arrayContaining([ours.id, ofFirst.id, ofSecond.id]))
    expect(await offered(client.token)).toContain(ofFirst.id)
    for (const { id } of [ours, ofSecond, foreign]) expect(await offered(client.token)).not.toContain(id)

    const at = await chat(agent)
    expect((await assign(at, toTeam(foreign))).status).toBe(400)
    for (const team of [ours, ofSecond, foreign])
      expect((await assign(at, toTeam(team), client.token)).status).toBe(400)
    expect((await assign({ ...at, agent: theirs }, toTeam(foreign), stranger.token)).status).toBe(404)
    expect((await inboxOf(at))?.team).toBeUndefined()
    expect((await assign(at, toTeam(ofFirst), client.token)).body.data.inbox).toMatchObject({
      assignee: null,
      team: { id: ofFirst.id, name: ofFirst.name },
    })
    const found = await server.must<{ items: Conversation[] }>(
      'GET',
      `${baseOf(agent)}/conversations?assignee=team:${ofFirst.id}`,
      owner.token,
    )
    expect(found.items.map(({ id }) => id)).toEqual([at.conversationId])
    // Visitors don't see it.
    expect((await read(at)).conversation.inbox).toBeUndefined()
  })

  test('keeps the team for its own member; another person removes it, and the visitor waits again', async () => {
    await leaves([owner, colleague])
    const team = await teamWith([await user(colleague)])
    const at = await chat(agent)
    await post(at, 'take-over', {}, colleague.token)
    expect((await assign(at, toTeam(team))).body.data).toMatchObject({
      state: 'human-chatting',
      inbox: { assignee: await user(colleague), team: { id: team.id } },
    })
    await post(at, 'take-over', {}, owner.token)
    const { data } = (await assign(at, toTeam(team))).body
    expect(data).toMatchObject({ state: 'requested_chat', inbox: { assignee: null, team: { id: team.id } } })
    expect(data.handoffAt).not.toBeNull()
    const reply = await call<Answer>('POST', `${pathOf(at)}/replies`, {
      bearer: owner.token,
      body: { id: randomId(16), text: 'Still me' },
    })
    expect(reply.status).toBe(409)
    // It leaves the team when another person gets it, or when it is handed back.
    expect((await assign(at, await user(owner))).body.data.inbox?.team).toBeUndefined()
    await assign(at, toTeam(team))
    expect((await post(at, 'hand-back', {}, colleague.token)).body.data.inbox?.team).toBeUndefined()
  })
})

describe('routing', () => {
  test('picks the member of the team with the fewest conversations, and nobody else', async () => {
    await leaves([owner, colleague])
    const third = await joined()
    const team = await teamWith([await user(colleague), await user(third)])
    const at = await asks()
    await assign(at, toTeam(team))
    // The person who arrives is not in the team: its conversation waits, and an open one does not.
    const open = await asks()
    await comes(owner)
    await leaves([owner], false)
    await expect.poll(async () => (await inboxOf(open))?.assignee, WAIT).toMatchObject(await user(owner))
    expect(await inboxOf(at)).toMatchObject({ assignee: null, team: { id: team.id } })
    await comes(third)
    await leaves([third], false)
    await expect.poll(async () => (await inboxOf(at))?.assignee, WAIT).toMatchObject(await user(third))
    await comes(colleague)
    await leaves([colleague], false)
    const next = await asks()
    await expect.poll(async () => (await inboxOf(next))?.assignee, WAIT).not.toBeNull()
    const last = await asks()
    await expect.poll(async () => (await inboxOf(last))?.assignee, WAIT).not.toBeNull()
    await leaves([third])
    const given = (await assign(last, toTeam(team))).body.data
    expect(given.inbox?.assignee).toMatchObject(await user(colleague))
  })
})

describe('the team of an agent', () => {
  test('gets its requests first; once it is deleted, everyone does', async () => {
    const boss = await server.signUp('eu')
    const [near, far] = [await server.join(boss, 'editor'), await server.join(boss, 'editor')]
    const teams = `${server.api('eu')}/v2/workspaces/${boss.workspace.uid}/teams`
    for (const { token } of [near, far]) await server.must('GET', teams, token)
    const ofTeam = [await user(near), await user(far)]
    const { data: team } = await server.must<{ data: Team }>('POST', teams, boss.token, {
      name: 'Support',
      members: ofTeam,
    })
    const own = await server.makeAgent(boss, { ...PEOPLE, handoffTeamId: team.id })
    const request = async (): Promise<Chat> => {
      const visitorId = newVisitorId()
      return { agent: own, visitorId, conversationId: (await requestHandoff(own, visitorId)).body.data.id }
    }
    const here = ({ token }: Person) =>
      server.must('POST', `${server.api('eu')}/v2/workspaces/${boss.workspace.uid}/presence`, token, {})
    const assignee = async (at: Chat) => (await inboxOf(at, boss.token))?.assignee
    // Nobody of the team is available: the conversation waits for the team, though the owner is available.
    await here(boss)
    const waiting = await request()
    await expect.poll(async () => (await inboxOf(waiting, boss.token))?.team, WAIT).toMatchObject({ id: team.id })
    expect(await assignee(waiting)).toBeNull()
    await here(near)
    const available = (of: Person) => server.must('PUT', `${baseOf(own)}/availability`, of.token, { isAway: false })
    await available(near)
    await expect.poll(() => assignee(waiting), WAIT).toMatchObject(await user(near))
    // The next one goes to the team member with fewer conversations.
    await here(far)
    await available(far)
    const next = await request()
    await expect.poll(() => assignee(next), WAIT).toMatchObject(await user(far))
    await server.must('DELETE', `${teams}/${team.id}`, boss.token)
    await available(boss)
    const last = await request()
    await expect.poll(() => assignee(last), WAIT).toMatchObject(await user(boss))
  })

  test('counts as none when none of its people may answer for the agent', async () => {
    const boss = await server.signUp('eu')
    const near = await server.join(boss, 'editor')
    await server.must('GET', path(boss), near.token)
    const team = (await make({ name: 'Support', members: [await user(near)] }, boss)).body.data
    const own = await server.makeAgent(boss, { ...PEOPLE, handoffTeamId: team.id })
    const org = await makeOrg(server, boss, [(await server.makeAgent(boss)).id])
    const elsewhere = await makeClient(server, boss, org, { canAccess: ['/convos'] })
    const request = async (): Promise<Chat> => {
      const visitorId = newVisitorId()
      return { agent: own, visitorId, conversationId: (await requestHandoff(own, visitorId)).body.data.id }
    }
    await comes(boss)
    const waiting = await request()
    await expect.poll(async () => (await inboxOf(waiting, boss.token))?.team, WAIT).toMatchObject({ id: team.id })
    const members = [clientUser(elsewhere)]
    await server.must('PUT', `${path(boss)}/${team.id}`, boss.token, { name: 'Support', members })
    await server.must('PUT', `${baseOf(own)}/availability`, boss.token, { isAway: false })
    for (const at of [waiting, await request()]) {
      await expect.poll(async () => (await inboxOf(at, boss.token))?.assignee, WAIT).toMatchObject(await user(boss))
      expect((await inboxOf(at, boss.token))?.team).toBeUndefined()
    }
  })

  test('is ignored when it belongs to another workspace', async () => {
    const [boss, foreign] = [await server.signUp('eu'), await teamWith([await user(owner)])]
    const own = await server.makeAgent(boss, { ...PEOPLE, handoffTeamId: foreign.id })
    await server.must('POST', `${server.api('eu')}/v2/workspaces/${boss.workspace.uid}/presence`, boss.token, {})
    const visitorId = newVisitorId()
    const at = { agent: own, visitorId, conversationId: (await requestHandoff(own, visitorId)).body.data.id }
    await expect.poll(async () => (await inboxOf(at, boss.token))?.assignee, WAIT).toMatchObject(await user(boss))
    expect((await inboxOf(at, boss.token))?.team).toBeUndefined()
  })
})

describe('deletion', () => {
  test('removes a team from its conversations, a person from their teams, and an organisation with its teams', async () => {
    const team = await teamWith([await user(owner), clientUser(client)])
    const at = await chat(agent)
    await assign(at, toTeam(team))
    await server.must('DELETE', `${path()}/${team.id}`, owner.token)
    expect((await inboxOf(at))?.team).toBeUndefined()
    expect((await assign(at, toTeam(team))).status).toBe(400)

    const gone = await joined()
    const org = await makeOrg(server, owner, [agent.id])
    const leaving = await makeClient(server, owner, org, { agentIds: [agent.id], canAccess: ['/convos'] })
    const mixed = await teamWith([await user(gone), clientUser(leaving), await user(owner)])
    const ofOrg = await teamWith([clientUser(leaving)], org.orgId)
    const members = async (id: string) => {
      const { rows } = await server.dbs.eu.pool.query<{ members: object[] }>(
        'select members from teams where id = $1',
        [id],
      )
      return rows[0]?.members
    }
    const workspace = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}`
    await server.must('DELETE', `${workspace}/orgs/${org.orgId}/clients/${leaving.clientId}`, owner.token)
    await expect.poll(() => members(ofOrg.id), WAIT).toEqual([])
    await server.must('DELETE', `${workspace}/members/${encodeURIComponent(gone.email)}`, owner.token)
    await expect.poll(() => members(mixed.id), WAIT).toEqual([await user(owner)])
    await server.must('DELETE', `${workspace}/orgs/${org.orgId}`, owner.token)
    await expect.poll(() => members(ofOrg.id), WAIT).toBeUndefined()
  })
})
