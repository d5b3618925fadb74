// `npm run bench:webhooks`: acknowledgement latency of provider webhooks at a steady rate, each stored before its 200
// and answered by the agent. Open loop: each is sent on schedule, whether or not earlier ones were answered.
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { newBotToken } from '../../packages/simulators/src/telegram/server.ts'
import { startProduct } from '../../e2e/product.ts'
import { call, signUpOwner } from '../api.ts'
import { forkScript, stopAll } from '../child-processes.ts'
import { load, print } from '../output.ts'
import { cpuOf, groupsOf } from '../procfs.ts'
import { summarise } from '../stats.ts'
import type { Providers, State } from './providers.ts'

const AIM_P95 = 50
const { values: asked } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    visitors: { type: 'string', default: '200' },
  },
})

async function post(url: string, secret: string, body: string): Promise<{ status: number; ms: number }> {
  const began = performance.now()
  const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret }
  const response = await fetch(url, { method: 'POST', headers, body })
  await response.arrayBuffer()
  return { status: response.status, ms: performance.now() - began }
}

async function main(): Promise<void> {
  const { child, ready } = await forkScript<Providers>(new URL('providers.ts', import.meta.url))
  const stateOf = async (bot: string): Promise<State> => {
    child.send(bot)
    const [state] = (await once(child, 'message')) as [State]
    return state
  }
  const product = await startProduct({
    RATE_LIMIT_SCALE: '100000',
    LOG_LEVEL: 'error',
    TELEGRAM_BASE_URL: ready.telegram,
    OPENAI_API_KEY: ready.model.key,
    OPENAI_BASE_URL: ready.model.url,
  })
  try {
    const { token, agentId } = await signUpOwner(product.url)
    const bot = newBotToken()
    await call(`${product.url}/api/eu/agents/${agentId}/channels/telegram`, token, { fields: { token: bot } })
    const botId = bot.split(':')[0] ?? ''
    const { webhook } = await stateOf(botId)
    if (!webhook) throw new Error('no webhook was set')
    const rate = Number(asked.rate)
    const total = rate * Number(asked.seconds)
    const visitors = Number(asked.visitors)
    const update = (n: number) =>
      JSON.stringify({
        update_id: 1_000_000 + n,
        message: {
          message_id: n + 1,
          from: { id: 1000 + (n % visitors), is_bot: false, first_name: 'Vera', language_code: 'en' },
          chat: { id: 1000 + (n % visitors), type: 'private' },
          date: Math.floor(Date.now() / 1000),
          text: `Question ${n}`,
        },
      })
    const send = (n: number) => post(webhook.url, webhook.secret ?? '', update(n))
    for (let n = 0; n < 50; n += 1) await send(n)
    const groups = groupsOf([product.pid], product.dataDir)
    const cpuBefore = cpuOf(groups)
    const began = performance.now()
    const answers = await Promise.all(
      Array.from({ length: total }, async (_, n) => {
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, began + (n * 1000) / rate - performance.now())))
        return send(50 + n)
      }),
    )
    const cpuAfter = cpuOf(groups)
    const times = answers.map(({ ms }) => ms)
    const { median, p95, p99 } = summarise(times)
    const bad = answers.filter(({ status }) => status !== 200).length
    print([
      {
        rate,
        calls: total,
        'not 200': bad,
        p50: median,
        p95,
        p99,
        max: Math.max(...times),
        answered: (await stateOf(botId)).answered,
        'server CPU ms a call': (cpuAfter.server - cpuBefore.server) / total,
        'database CPU ms a call': (cpuAfter.database - cpuBefore.database) / total,
        load: load(),
        [`p95 ≤ ${AIM_P95} ms`]: p95 <= AIM_P95,
      },
    ])
  } finally {
    await product.close()
    await stopAll()
  }
}
await main()
