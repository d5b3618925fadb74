// Templates of a workspace's own, through the real app: two tenants.
import type { Agent } from '@parlance/contract/agents/schemas'
import type { OwnTemplate } from '@parlance/contract/agents/templates-api'
import { expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { call } from '../helpers/people.ts'

const server = await sharedTestServer()

test('keeps agents when their template is deleted', async () => {
  const ada = await server.signUp('eu')
  const agent = await server.makeAgent(ada, { vg_systemPrompt: 'You sell bread.', description: 'Bakery' })
  await server.must('PUT', `${server.api('eu')}/v2/agents/${agent.id}/draft`, ada.token, { description: 'Draft' })
  const templates = `${server.api('eu')}/v2/workspaces/${ada.workspace.uid}/templates`
  const save = (body: object) =>
    call<{ data: OwnTemplate }>('POST', `${server.api('eu')}/v2/agents/${agent.id}/template`, {
      bearer: ada.token,
      body,
    })
  expect((await save({ name: '  ' })).status).toBe(400)
  const { data } = (await save({ name: 'Shops', description: 'For shops' })).body
  const list = async () => (await server.must<{ items: OwnTemplate[] }>('GET', templates, ada.token)).items
  expect(await list()).toEqual([{ ...data, name: 'Shops', description: 'For shops' }])

  const { agentCreated } = await server.must<{ agentCreated: Agent }>(
    'POST',
    `${templates}/${data.id}/agents`,
    ada.token,
    { agentName: 'Harbour Bakery' },
  )
  expect(agentCreated).toMatchObject({
    title: 'Harbour Bakery',
    vg_systemPrompt: 'You sell bread.',
    description: 'Bakery',
    ownerID: ada.workspace.uid,
  })
  expect(agentCreated.ID).not.toBe(agent.id)

  const bob = await server.signUp('eu')
  const theirs = `${server.api('eu')}/v2/workspaces/${bob.workspace.uid}/templates/${data.id}`
  const status = async (method: string, url: string, body?: object) =>
    (await call(method, url, { bearer: bob.token, ...(body && { body }) })).status
  expect(await status('GET', templates)).toBe(404)
  expect(await status('POST', `${theirs}/agents`, { agentName: 'Mine' })).toBe(404)
  expect(await status('DELETE', theirs)).toBe(404)
  expect(await status('POST', `${server.api('eu')}/v2/agents/${agent.id}/template`, { name: 'Mine' })).toBe(404)

  await server.must('DELETE', `${templates}/${data.id}`, ada.token)
  expect(await list()).toEqual([])
  await server.must('GET', `${server.api('eu')}/v2/agents/${agentCreated.ID}`, ada.token)
})
