import { describe, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { makeOrg } from '../helpers/orgs.ts'
import { call } from '../helpers/people.ts'

const server = await startTestServer({
  settings: { planLimits: { free: { maxAgents: 2, clientSeats: 1, maxKbDocsCharCount: 100 } } },
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
