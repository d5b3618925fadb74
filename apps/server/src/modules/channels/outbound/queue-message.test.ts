import { MESSAGING_CHANNELS } from '@parlance/contract/channels/list'
import type { Message } from '@parlance/contract/conversations/schemas'
import { msg } from '@parlance/i18n/messages'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { freshDatabases } from '../../../../test/helpers/databases.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import { rows } from '../../../lib/db/sql.ts'
import type { ChannelAdapter, ChannelConnection } from '../ports.ts'
import { createQueueMessage } from './queue-message.ts'

const dbs = await freshDatabases()
const { db } = dbs.eu
const now = new Date()
const warn = vi.fn()
const ctx = { region: 'eu', db, now: () => now, workspaceId: 'w', log: { warn } } as unknown as Ctx
const [channel] = MESSAGING_CHANNELS

const message = (seq: number, from: Message['from'], text: string): Message =>
  ({
    id: `m${seq}`,
    seq,
    from,
    items: [{ type: 'text', text }, ...(from === 'agent' ? [{ type: 'text', text: `${text}, part 2` }] : [])],
    sources: [],
    status: 'complete',
    at: now.toISOString(),
  }) as Partial<Message> as Message

async function threadWith(conversationId: string, stored: readonly Message[]) {
  await db.execute(sql`insert into channel_connections (id, workspace_id, agent_id, channel, account, secrets, created_at)
    values (${`c-${conversationId}`}, 'w', ${`a-${conversationId}`}, ${channel}, ${conversationId}, '', now())`)
  await db.execute(sql`insert into external_identities (id, workspace_id, agent_id, connection_id, external_id, thread, visitor_hash, language, conversation_id, created_at)
    values (${`i-${conversationId}`}, 'w', ${`a-${conversationId}`}, ${`c-${conversationId}`}, 'v', 'v', 'h', 'de', ${conversationId}, now())`)
  const compile: ChannelAdapter['compile'] = ({ items }, _to, say) => ({
    requests: items.map((item) => ({
      method: 'send',
      body: { text: 'text' in item ? item.text : say?.(msg('channel_list_options')) },
    })),
    options: [],
    losses: [],
  })
  const connection = { id: `c-${conversationId}`, channel } as Partial<ChannelConnection> as ChannelConnection
  const { queueMessage, catchUp } = createQueueMessage({
    connections: {
      adapterOf: () => ({ channel, compile }) as Partial<ChannelAdapter> as ChannelAdapter,
      open: async () => connection,
    },
    conversations: {
      messagesUpTo: async (_ctx, _id, seq = Infinity, limit) => stored.filter((one) => one.seq <= seq).slice(-limit),
      words: async () => ({ greeting: [], unavailable: '', language: 'auto', consent: undefined }),
      sayIn: async (language, visitors) => (message) => `${message.message} (${language}, ${visitors})`,
    },
    wakeSender: () => undefined,
  })
  const leaving = async () =>
    (
      await rows<{ text: string }>(
        db,
        sql`select request -> 'body' ->> 'text' as text from channel_outbox where identity_id = ${`i-${conversationId}`} order by id`,
      )
    ).map(({ text }) => text)
  return {
    queue: (seq: number, notAfter?: Date) => queueMessage(ctx, { conversationId, seq, notAfter }),
    catchUp: () => catchUp(ctx, conversationId),
    leaving,
  }
}

const said = [
  message(1, 'user', 'Hello'),
  message(2, 'agent', 'Answer'),
  message(3, 'user', 'A person, please'),
  message(4, 'system', 'Sam joined'),
  message(5, 'human', 'I am Sam'),
]
const inOrder = ['Answer', 'Answer, part 2', 'Sam joined', 'I am Sam']

test.each([
  ['last to first', [5, 4, 2]],
  ['people before the agent', [4, 2, 5]],
  ['each twice', [5, 2, 5, 4, 2]],
])('sends in the order of the conversation when jobs run %s', async (name, seqs) => {
  const { queue, leaving } = await threadWith(`o ${name}`, said)
  for (const seq of seqs) await queue(seq)
  expect(await leaving()).toEqual(inOrder)
})

test('sends in the conversation’s order when all jobs run at once', async () => {
  const { queue, leaving } = await threadWith('at once', said)
  await Promise.all([5, 4, 2, 5, 4, 2].map((seq) => queue(seq)))
  expect(await leaving()).toEqual(inOrder)
})

test('queues earlier messages before one of the channel itself', async () => {
  const { catchUp, leaving } = await threadWith('told', said)
  await catchUp()
  expect(await leaving()).toEqual(inOrder)
})

test.each([
  ['waits for a thread that is about to exist', 0, 'no thread yet'],
  ['gives up without a thread', 60_000, undefined],
])('%s', async (name, age, error) => {
  const at = new Date(now.getTime() - age).toISOString()
  const { queue, leaving } = await threadWith(name, [{ ...message(1, 'human', 'Hello'), at }])
  await db.execute(sql`update external_identities set conversation_id = null where conversation_id = ${name}`)
  warn.mockClear()
  if (error === undefined) await queue(1)
  else await expect(queue(1)).rejects.toThrow(error)
  expect(warn.mock.calls).toEqual(
    error === undefined ? [[{ conversationId: name }, expect.stringMatching(/reached nobody/)]] : [],
  )
  expect(await leaving()).toEqual([])
})

test('does not resend old messages', async () => {
  const old = said.map((one) => ({ ...one, at: new Date(now.getTime() - 3_600_000).toISOString() }))
  const { catchUp, queue, leaving } = await threadWith('old', [...old, message(6, 'human', 'Still there?')])
  await catchUp()
  await queue(6)
  expect(await leaving()).toEqual(['Still there?'])
})

test('says our own words in the language of the agent, or the visitor’s', async () => {
  const choice = { type: 'choice' as const, message: 'Which?', buttons: [] }
  const { queue, leaving } = await threadWith('worded', [{ ...message(1, 'human', ''), items: [choice] }])
  await queue(1)
  expect(await leaving()).toEqual(['Options (auto, de)'])
})

test('limits the time of the named message only', async () => {
  const { queue } = await threadWith('limited', said)
  await queue(5, now)
  const limits = await rows<{ key: string; until: Date | null }>(
    db,
    sql`select key, not_after as until from channel_outbox where identity_id = 'i-limited' and not_after is not null`,
  )
  expect(limits.map(({ key }) => key)).toEqual(['mlimited:5:0'])
})
