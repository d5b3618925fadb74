// The frame tells only people of the agent's workspace that the demo model answers.
import { expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'

const server = await startTestServer({ settings: { models: {}, embeddings: 'simulator' } })
const { key: apiKey, url: baseUrl } = server.model
const withKey = await server.anotherNode({ models: { openai: { apiKey, baseUrl } } })

test('marks the frame for people of the agent’s workspace while the demo model answers, uncached', async () => {
  const [owner, other] = [await server.signUp('eu'), await server.signUp('eu')]
  const agent = await server.makeAgent(owner)
  const viewer = await server.join(owner, 'viewer')
  const frame = async (token?: string, id = agent.id, url = server.url) => {
    const headers = token === undefined ? {} : { cookie: `parlance.sid=${token}` }
    const answer = await fetch(`${url}/widget/frame/eu/${id}`, { headers })
    return { isMarked: (await answer.text()).includes('<html data-demo'), kept: answer.headers.get('cache-control') }
  }
  expect(await frame()).toEqual({ isMarked: false, kept: 'no-cache' })
  expect(await frame('x'.repeat(32))).toEqual({ isMarked: false, kept: 'no-cache' })
  expect(await frame(other.token)).toEqual({ isMarked: false, kept: 'no-cache' })
  for (const { token } of [owner, viewer])
    expect(await frame(token)).toEqual({ isMarked: true, kept: 'private, no-store' })
  expect(await frame(owner.token, agent.id, withKey.url)).toMatchObject({ isMarked: false })
  expect(await frame(owner.token, 'nobodysAgent1234')).toMatchObject({ isMarked: false })
  const voiceflow = await server.makeAgent(owner, { agentPlatform: 'vf', VF_DIALOGUE_API_KEY: 'VF.DM.key' })
  expect(await frame(owner.token, voiceflow.id)).toMatchObject({ isMarked: false })
})
