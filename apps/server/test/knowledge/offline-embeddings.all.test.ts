// Search by meaning without any key: the encoder in the server, and the switch to it from another sandbox.
import { expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { call, type TestAgent } from '../helpers/people.ts'

const server = await startTestServer({ settings: { models: {}, embeddings: 'simulator' } })
const offline = await server.anotherNode({ models: {}, embeddings: 'offline' })

interface Found {
  items: { title: string; vectorRank: number | null; similarity: number | null }[]
  embedding: { model: string; sandbox: boolean }
}
const find = async (url: string, { id, secret, owner }: TestAgent, query: string) => {
  const path = `${url}/api/${owner.region}/v2/agents/${id}/kb/search`
  return (await call<Found>('POST', path, { bearer: secret, body: { query } })).body
}

const DOCUMENTS = {
  Refunds: 'We give the full price back within thirty days when you are not happy with what you bought.',
  Hours: 'The shop opens at nine in the morning and closes at six in the evening.',
  Whales: 'The blubber keeps the animal warm in the icy waters of the north.',
}

test('re-embeds documents of another sandbox on its own, for free, and finds paraphrases', async () => {
  const owner = await server.signUp('eu')
  const agent = await server.makeAgent(owner)
  for (const [name, content] of Object.entries(DOCUMENTS)) {
    const path = `${server.api('eu')}/v2/agents/${agent.id}/kb`
    expect((await call('POST', path, { bearer: agent.secret, body: { name, content } })).status).toBe(200)
  }
  const before = await find(server.url, agent, 'How does a sea mammal survive the cold?')
  expect(before.embedding).toEqual({ model: expect.stringMatching(/^sandbox\/text-/), sandbox: true })
  const credits = await server.balance(owner)

  const ask = () => find(offline.running.url, agent, 'How does a sea mammal survive the cold?')
  await expect
    .poll(async () => (await ask()).items.filter(({ vectorRank }) => vectorRank !== null).length, { timeout: 60_000 })
    .toBe(3)
  const found = await ask()
  expect(found.embedding).toEqual({ model: 'sandbox/energetic-use-lite@512', sandbox: true })
  expect(found.items[0]).toMatchObject({ title: 'Whales', vectorRank: 1 })
  expect(await server.balance(owner)).toEqual(credits)
}, 90_000)
