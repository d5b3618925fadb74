// The status of client users (whether they take requests): one value, wherever it is set or read.
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { chatsOf } from '../helpers/chats.ts'
import { makeClient, makeOrg, type TestClient, type TestOrg } from '../helpers/orgs.ts'
import type { Person, TestAgent } from '../helpers/people.ts'

interface Availability {
  readonly isAway: boolean
  readonly team: readonly { readonly id: string; readonly isOnline: boolean; readonly isAway: boolean }[]
}
interface Waiting {
  readonly inbox?: { readonly assignee: { readonly id: string } | null } | null
}

const server = await startTestServer()
const { baseOf, pathOf, chat, handOff, post } = chatsOf(server)
const api = server.api('eu')
let owner: Person
let agent: TestAgent
let org: TestOrg
let mia: TestClient
beforeAll(async () => {
  owner = await server.signUp('eu')
  agent = await server.makeAgent(owner, { UIhandoffTitle: 'Talk to us' })
  org = await makeOrg(server, owner, [agent.id])
})
beforeEach(async () => {
  // Nobody from the previous test is present.
  await server.dbs.eu.pool.query('delete from handoff_presence')
  mia = await makeClient(server, owner, org, { agentIds: [agent.id], canAccess: ['/convos'] })
})

const me = async () => (await server.must<{ data: ClientSession }>('GET', `${api}/client/me`, mia.token)).data.client
const setStatus = (status: 'online' | 'offline') => server.must('PATCH', `${api}/client/me`, mia.token, { status })
const come = () => server.must('POST', `${api}/client/presence`, mia.token, {})
const availability = async (bearer: string) =>
  (await server.must<{ data: Availability }>('GET', `${baseOf(agent)}/availability`, bearer)).data
/** Her status in the header, in the details and for the workspace. */
const said = async () => {
  const [own, team] = [await availability(mia.token), await availability(owner.token)]
  const seen = team.team.find(({ id }) => id === mia.clientId)
  return { status: (await me()).status, isAway: own.isAway, seenAway: seen?.isAway, seenOnline: seen?.isOnline }
}
const here = { status: 'online', isAway: false, seenAway: false, seenOnline: true }
const gone = { status: 'offline', isAway: true, seenAway: true, seenOnline: false }
const assigneeOf = async (at: Awaited<ReturnType<typeof chat>>) =>
  (await server.must<{ conversation: Waiting }>('GET', pathOf(at), owner.token)).conversation.inbox?.assignee?.id

test('starts online, and counts as present once their dashboard is open', async () => {
  expect(await said()).toEqual({ ...here, seenOnline: false })
  await come()
  expect(await said()).toEqual(here)
})

test('is the same everywhere at once when it is set in the header or at a conversation', async () => {
  await come()
  await setStatus('offline')
  expect(await said()).toEqual(gone)
  // An open dashboard does not change it.
  await come()
  expect(await said()).toEqual(gone)
  await server.must('PUT', `${baseOf(agent)}/availability`, mia.token, { isAway: false })
  expect(await said()).toEqual(here)
  await server.must('PUT', `${baseOf(agent)}/availability`, mia.token, { isAway: true })
  expect(await said()).toEqual(gone)
})

test('gives nothing to an offline person until they change it or take over', async () => {
  await come()
  await setStatus('offline')
  const [waiting, other] = [await chat(agent), await chat(agent)]
  await handOff(waiting)
  await server.must('PUT', `${baseOf(agent)}/availability`, owner.token, { isAway: true })
  expect(await assigneeOf(waiting)).toBeUndefined()
  await setStatus('online')
  await expect.poll(() => assigneeOf(waiting), { timeout: 20_000 }).toBe(mia.clientId)
  await setStatus('offline')
  expect((await post(other, 'take-over', {}, mia.token)).status).toBe(200)
  expect(await said()).toEqual(here)
})

test('reassigns what a person had when they go offline', async () => {
  await come()
  const at = await chat(agent)
  await handOff(at)
  await expect.poll(() => assigneeOf(at), { timeout: 20_000 }).toBe(mia.clientId)
  await setStatus('offline')
  const { pool } = server.dbs.eu
  await pool.query(`update conversations set assigned_at = now() - interval '1 hour' where id = $1`, [
    at.conversationId,
  ])
  const ctx = server.running.container.contexts.system('eu')
  expect(await server.running.container.services.conversations.requests.reopenAbandoned(ctx)).toBe(1)
  expect(await assigneeOf(at)).toBeUndefined()
})
