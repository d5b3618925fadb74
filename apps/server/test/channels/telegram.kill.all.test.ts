// kill -9 while a channel is busy, then a restart on the same data: every accepted message is answered once.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOpenAi } from '@parlance/simulators/openai/server'
import { newBotToken, startTelegram } from '@parlance/simulators/telegram/server'
import { afterAll, expect, test } from 'vitest'
import { clientOf } from '../helpers/app.ts'
import { startProcess } from '../helpers/child.ts'
import { call } from '../helpers/people.ts'

const VISITORS = 60
const ROUNDS = 3
const DUPLICATES = 1000
const WAIT = { timeout: 60_000, interval: 200 }

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-kill-'))
// The database account passes through this directory when the tests run as root.
chmodSync(dataDir, 0o711)
const model = await startOpenAi({ firstTokenMs: 20, perTokenMs: 20 })
const telegram = await startTelegram()
const env = {
  RATE_LIMIT_SCALE: '10000',
  OPENAI_API_KEY: model.key,
  OPENAI_BASE_URL: model.url,
  TELEGRAM_BASE_URL: telegram.url,
}
let running = await startProcess(dataDir, env)
// Telegram calls the address of the first start.
const port = new URL(running.url).port
afterAll(async () => {
  await running.stop()
  await telegram.close()
  await model.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const chatOf = (round: number, visitor: number) => 1_000_000 * (round + 1) + visitor
const repliesTo = (bot: string, chat: number) => telegram.chat(bot, chat).filter(({ from }) => from === 'bot')

test('answers every accepted message once through three kills', { timeout: 240_000 }, async () => {
  const api = clientOf(running.url, model)
  const owner = await api.signUp('eu')
  const agent = await api.makeAgent(owner, { vg_defaultModel: 'gpt-4o-mini' })
  const token = newBotToken()
  const bot = token.split(':')[0] ?? ''
  const path = `${api.api('eu')}/agents/${agent.id}/channels/telegram`
  expect((await call('POST', path, { bearer: owner.token, body: { fields: { token } } })).status).toBe(200)

  for (let round = 0; round < ROUNDS; round += 1) {
    const said = Array.from({ length: VISITORS }, (_, visitor) =>
      telegram.say({ bot, chat: chatOf(round, visitor), text: `Question ${visitor}` }),
    )
    const all = Promise.all(said)
    // Kills at another stage each round: accepting, answering, sending.
    const answered = () => said.map((_, visitor) => repliesTo(bot, chatOf(round, visitor)).length)
    await expect
      .poll(() => answered().filter((count) => count > 0).length, { timeout: 60_000, interval: 10 })
      .toBeGreaterThan(round * (VISITORS / ROUNDS) - 1)
    await running.kill()
    running = await startProcess(dataDir, { ...env, PORT: port })
    // Telegram redelivers what was not accepted.
    for (const { status } of await all) expect(status).toBe(200)
    const bearer = owner.token
    const log = async () =>
      (await call<{ items: { state: string }[] }>('GET', `${path}/log?limit=100`, { bearer })).body.items
    // A message whose sending was cut off may have arrived. It is not sent again, and the log says so.
    await expect
      .poll(async () => {
        const missing = answered().filter((count) => count === 0).length
        const unknown = (await log()).filter(({ state }) => state === 'unknown').length
        return missing > 0 && missing <= unknown && unknown <= 5 ? 0 : missing
      }, WAIT)
      .toBe(0)
    expect(answered().filter((count) => count > 1)).toEqual([])
  }
})

test('answers an update once when it is delivered a thousand times', { timeout: 120_000 }, async () => {
  const api = clientOf(running.url, model)
  const owner = await api.signUp('eu')
  const agent = await api.makeAgent(owner, { vg_defaultModel: 'gpt-4o-mini' })
  const token = newBotToken()
  const bot = token.split(':')[0] ?? ''
  const path = `${api.api('eu')}/agents/${agent.id}/channels/telegram`
  expect((await call('POST', path, { bearer: owner.token, body: { fields: { token } } })).status).toBe(200)
  const { updateId } = await telegram.say({ bot, text: 'Hello' })
  for (let sent = 1; sent < DUPLICATES; sent += 50)
    await Promise.all(Array.from({ length: 50 }, () => telegram.say({ bot, text: 'Hello', updateId })))
  await expect.poll(() => repliesTo(bot, 7_527_593).length, WAIT).toBe(1)
  // Once a later message is answered, none of the thousand is waiting.
  await telegram.say({ bot, text: 'And?' })
  await expect.poll(() => repliesTo(bot, 7_527_593).length, WAIT).toBe(2)
})
