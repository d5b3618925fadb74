// Sends a thread's outbox in order, one part after another, retrying as the provider's error table says.
import { replyWindowEnd } from '@parlance/contract/channels/reply-window'
import { HOUR_MS, MINUTE_MS } from '@parlance/contract/lib/time'
import { type Message, msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import { storedMessage } from '../../../lib/stored-message.ts'
import type { Connections } from '../connections/connections.ts'
import * as repository from '../identities.repository.ts'
import type { ChannelConnection, ChannelRequest, SendOutcome } from '../ports.ts'
import { createSendSlots } from './send-slots.ts'

const FIRST_RETRY_MS = 1000
const MAX_WAIT_MS = 5 * MINUTE_MS
/** How long a part is tried, since it was queued. */
const RETRIED_FOR_MS = HOUR_MS
/** For parts that waited longer than that for earlier ones. */
const MIN_ATTEMPTS = 6

export interface SendDeps {
  readonly connections: Pick<Connections, 'adapterOf' | 'open' | 'report'>
  readonly changed: (ctx: Ctx, identityId: string) => Promise<void>
  readonly random?: () => number
}

/** Sends until nothing is due. Returns when the next part is due; undefined for nothing. */
export const createSendQueued = ({ connections, changed, random = Math.random }: SendDeps) => {
  const slots = createSendSlots()
  return async function sendQueued(
    ctx: Ctx,
    identityId: string,
    holds: () => Promise<boolean>,
  ): Promise<Date | undefined> {
    for (;;) {
      const row = await repository.nextOut(ctx.db, identityId)
      if (!row) return undefined
      if (row.state === 'sending') {
        // The sending process died before it knew the result: the part may have arrived.
        await repository.finishSending(
          ctx.db,
          row.id,
          { state: 'unknown', error: storedMessage(msg('send_interrupted')) },
          ctx.now(),
        )
        continue
      }
      if (row.not_after !== null && new Date(row.not_after) <= ctx.now()) {
        const error = storedMessage(msg('campaign_outside_hours'))
        await repository.finishSending(ctx.db, row.id, { state: 'failed', error }, ctx.now())
        await changed(ctx, identityId)
        continue
      }
      const due = new Date(row.next_at)
      if (due > ctx.now()) return due
      const connection = await connections.open(ctx, row.connection_id)
      if (!connection) return undefined
      const adapter = connections.adapterOf(connection.channel)
      const free = await slots.take(connection.id, adapter.sendsAtOnce ?? Infinity)
      try {
        if (!(await holds())) return undefined
        // Another process may have sent or tried it during the wait.
        if (!(await repository.beginSending(ctx.db, row, ctx.now()))) continue
        const outcome = await adapter.send(row.request, connection, { key: `${ctx.region}_${row.id}` })
        await settle(ctx, { row, identityId, connection, outcome })
      } finally {
        free()
      }
      await changed(ctx, identityId)
    }

    interface Sent {
      readonly row: repository.OutboxRow
      readonly identityId: string
      readonly connection: ChannelConnection
      readonly outcome: SendOutcome
    }
    async function settle(inside: Ctx, { row, identityId: thread, connection, outcome }: Sent): Promise<void> {
      const now = inside.now()
      const end = (state: string, error?: Message, providerId = '') =>
        repository.finishSending(inside.db, row.id, { state, error: storedMessage(error), providerId }, now)
      const later = (ms: number, error: Message, request?: ChannelRequest) =>
        repository.tryLater(inside.db, row.id, new Date(now.getTime() + ms), storedMessage(error), request)
      switch (outcome.kind) {
        case 'sent':
          if (outcome.person !== undefined) await repository.setPerson(inside.db, thread, outcome.person)
          await end('sent', undefined, outcome.providerId)
          // A user may have fixed it at the provider.
          return connections.report(inside, connection.id, 'active')
        case 'retry': {
          const attempts = row.attempts + 1
          if (attempts >= MIN_ATTEMPTS) await connections.report(inside, connection.id, 'same', outcome.reason)
          const pause = FIRST_RETRY_MS * 2 ** row.attempts * (1 + random() / 4)
          const wait = Math.min(Math.max(pause, outcome.afterMs ?? 0), MAX_WAIT_MS)
          return (await mayTryAt(inside, { row, identityId: thread, connection }, new Date(now.getTime() + wait)))
            ? later(wait, outcome.reason)
            : end('failed', msg('send_gave_up', { count: attempts, reason: outcome.reason }))
        }
        case 'rejected':
          return outcome.instead && row.attempts < 2
            ? later(0, outcome.reason, outcome.instead)
            : end('failed', msg('send_refused', { reason: outcome.reason }))
        case 'moved':
          await repository.moveThread(inside.db, thread, outcome.thread)
          return later(0, outcome.reason, movedTo(row.request, outcome.thread))
        case 'reconnect':
          await connections.report(inside, connection.id, 'failing', outcome.reason)
          return end('failed', msg('send_not_connected', { reason: outcome.reason }))
        case 'suspended':
          await connections.report(inside, connection.id, 'failing', outcome.reason)
          return end('failed', msg('send_refused', { reason: outcome.reason }))
        case 'opted-out':
        case 'undeliverable':
          if (outcome.kind === 'opted-out') await repository.setBlocked(inside.db, thread, true, now)
          return end('failed', msg('send_person_unreachable', { reason: outcome.reason }))
        case 'unknown':
          return end('unknown', msg('send_may_have_arrived', { reason: outcome.reason }))
      }
    }
  }
}

async function mayTryAt(
  ctx: Ctx,
  { row, identityId, connection }: { row: repository.OutboxRow; identityId: string; connection: ChannelConnection },
  at: Date,
): Promise<boolean> {
  const queuedAt = new Date(row.created_at).getTime()
  if (row.attempts + 1 >= MIN_ATTEMPTS && at.getTime() > queuedAt + RETRIED_FOR_MS) return false
  const identity = await repository.findIdentity(ctx.db, identityId)
  const window = replyWindowEnd(connection.channel, new Date(identity?.last_inbound_at ?? 0).getTime())
  // What was queued after the window needs none, e.g. a template.
  return window === undefined || window < queuedAt || at.getTime() < window
}

const movedTo = ({ method, body }: ChannelRequest, thread: string): ChannelRequest => ({
  method,
  body: 'chat_id' in body ? { ...body, chat_id: thread.split('/')[0] } : body,
})
