// Nodes with wrong clocks use the time of the database.
import { afterAll, describe, expect, test } from 'vitest'
import type { Milli } from '@parlance/contract/lib/money'
import { newVisitorId } from '@parlance/contract/lib/ids'
import { startTestServer } from '../helpers/app.ts'

const AHEAD_MS = 60_000
/** `TURNS=100` is the full measurement. */
const TURNS = Number(process.env.TURNS ?? 8)
const server = await startTestServer({ rateLimitScale: 10_000 })
const owner = await server.signUp('eu')
const agent = await server.makeAgent(owner)

await server.setCredits(owner, 100_000_000 as Milli)

describe.each([AHEAD_MS, -AHEAD_MS])('a node whose clock is %d ms ahead', async (ahead) => {
  const skewed = await server.anotherNode({ now: () => Date.now() + ahead })
  afterAll(() => skewed.close())

  test('ends no turn that another node is answering, and loses none of its own', async () => {
    server.model.control.set({ perTokenMs: 20 })
    const nodes = [server, skewed]
    const endExpired = () =>
      Promise.all(
        nodes.map(({ running: { container } }) =>
          container.services.conversations.recover(container.contexts.system('eu'), false),
        ),
      )
    const streams = await Promise.all(
      Array.from({ length: TURNS }, (_, n) => nodes[n % 2]!.say(agent, { visitorId: newVisitorId() })),
    )
    expect(await endExpired()).toEqual([0, 0])
    const rests = streams.map((stream) => stream.rest())
    expect(await endExpired()).toEqual([0, 0])
    expect((await Promise.all(rests)).map(({ status }) => status)).toEqual(streams.map(() => 'complete'))
    server.model.control.reset()
  }, 120_000)

  test('reports it in /readyz and uses the time of the others', async () => {
    const ready = async (url: string) => (await fetch(`${url}/readyz`)).json()
    expect(await ready(server.url)).toEqual({ ready: true })
    expect(await ready(skewed.url)).toEqual({ ready: true, clockSkewSeconds: ahead / 1000 })
    const there = skewed.running.container.contexts.system('eu').now().getTime()
    expect(Math.abs(there - Date.now())).toBeLessThan(2000)
  })
})
