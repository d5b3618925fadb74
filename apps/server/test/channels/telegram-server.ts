// A server whose Telegram is the simulator, an owner, and agents with bots. Call it at the top of a test file.
import { newBotToken, startTelegram } from '@parlance/simulators/telegram/server'
import { afterAll, beforeEach, expect } from 'vitest'
import type { Settings } from '../../src/lib/settings.ts'
import { startTestServer } from '../helpers/app.ts'
import { call, type TestAgent } from '../helpers/people.ts'

export async function startTelegramServer(settings: Partial<Settings> = {}) {
  const telegram = await startTelegram()
  const app = await startTestServer({ settings: { ...settings, telegramBaseUrl: telegram.url } })
  afterAll(telegram.close)
  beforeEach(() => app.model.control.reset())
  const owner = await app.signUp('eu')
  const saidBy = (bot: string, from: 'bot' | 'visitor', chat?: number) =>
    telegram.chat(bot, chat).filter((one) => one.from === from)
  return {
    telegram,
    app,
    owner,
    async connected(config = {}) {
      const of = await app.makeAgent(owner, config)
      const token = newBotToken()
      const path = `${app.api('eu')}/agents/${of.id}/channels/telegram`
      expect((await call('POST', path, { bearer: owner.token, body: { fields: { token } } })).status).toBe(200)
      return { of, path, token, bot: token.split(':')[0] ?? '' }
    },
    saidBy,
    /** Texts of the bot, oldest first. */
    told: (bot: string, chat?: number) => saidBy(bot, 'bot', chat).map(({ text }) => text),
    /** Paths of the agent's conversations, oldest first. */
    async conversationsOf({ id }: TestAgent): Promise<string[]> {
      const sql = 'select id from conversations where agent_id = $1 order by started_at'
      const { rows } = await app.dbs.eu.pool.query<{ id: string }>(sql, [id])
      return rows.map((one) => `${app.api('eu')}/v2/agents/${id}/conversations/${one.id}`)
    },
  }
}
