import { newBotToken, startTelegram } from '@parlance/simulators/telegram/server'
import { expect, onTestFinished, test } from 'vitest'
import type { ChannelConnection } from '../../modules/channels/index.ts'
import { createTelegram, outcomeOf } from './telegram.ts'

test.each([
  ['Forbidden: bot was blocked by the user', 'opted-out'],
  ['Forbidden: bot was kicked from the supergroup chat', 'opted-out'],
  ['Forbidden: user is deactivated', 'undeliverable'],
  ['Forbidden: bot can’t initiate conversation with a user', 'undeliverable'],
])('takes «%s» as %s', (description, kind) =>
  expect(outcomeOf({ ok: false, error_code: 403, description }, { method: 'sendMessage', body: {} }).kind).toBe(kind),
)

test('sends an answer to its topic when someone deleted the message that showed it', async () => {
  const simulator = await startTelegram()
  onTestFinished(() => simulator.close())
  const telegram = createTelegram({ baseUrl: simulator.url })
  const answer = { chat_id: '-1001', message_thread_id: 7, text: 'At nine.' }
  const [edit] =
    telegram.settleDraft?.finish({ method: 'sendMessage', body: answer }, '99', { thread: '-1001/7', isGroup: true }) ??
    []
  if (!edit) throw new Error('nothing to send')
  const connection = { secrets: { token: newBotToken() } } as unknown as ChannelConnection
  expect(await telegram.send(edit, connection, { key: '' })).toMatchObject({
    kind: 'rejected',
    instead: { method: 'sendMessage', body: answer },
  })
  expect(simulator.calls.at(-1)?.body).toEqual({ chat_id: '-1001', message_id: 99, text: 'At nine.' })
})
