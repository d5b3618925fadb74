// Agents on Voiceflow without any configuration get the stand-in, also at the OpenAI endpoint.
import { expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { call } from '../helpers/people.ts'

const server = await startTestServer({ settings: { models: {} } })

test('answers from the demo project without a model key, and says that it is the sandbox', async () => {
  const owner = await server.signUp('eu')
  const agent = await server.makeAgent(owner, { agentPlatform: 'vf', VF_DIALOGUE_API_KEY: 'VF.DM.any' })
  const { answer } = await server.turn(agent, { text: 'hours' })
  expect(answer).toMatchObject({ status: 'complete', metadata: { model: 'voiceflow', sandbox: true, credits: 1 } })
  expect(answer.text).toMatch(/^Welcome.*9 to 18/s)
  const { body } = await call<{ services: unknown[] }>('GET', `${server.url}/api/status`)
  expect(body.services).toContainEqual({ id: 'voiceflow', name: 'Voiceflow', mode: 'sandbox' })
})

test('serves text to OpenAI clients, and greets without our own texts on the public read', async () => {
  const owner = await server.signUp('na')
  const agent = await server.makeAgent(owner, { agentPlatform: 'vf', VF_DIALOGUE_API_KEY: 'VF.DM.any' })
  const { status, body } = await call<{ choices: { message: { content: string } }[] }>(
    'POST',
    `${server.api('na')}/openai/v1/chat/completions`,
    { bearer: agent.secret, body: { model: agent.id, messages: [{ role: 'user', content: 'your teas' }] } },
  )
  expect(status).toBe(200)
  expect(body.choices[0]?.message.content).toMatch(/Welcome[\s\S]*- Opening hours[\s\S]*Sencha/)
  const read = await call<{ data: { vg_initMessages?: string[] } }>(
    'GET',
    `${server.api('na')}/public/agents/${agent.id}`,
  )
  expect(JSON.stringify(read.body)).not.toContain('VF.DM')
  expect(read.body.data.vg_initMessages ?? []).toEqual([])
})
