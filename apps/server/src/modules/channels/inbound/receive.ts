// Receives inbound items: each once, appended to its thread's lane.
import { randomId } from '@parlance/contract/lib/ids'
import { type Message, msg } from '@parlance/i18n/messages'
import { sha256 } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import { type InboundDelivery, RECEIPT } from '../../../lib/http/provider-webhook.ts'
import type { Connections } from '../connections/connections.ts'
import type { Delivery } from '../outbound/delivery.ts'
import type { OptOuts } from '../outbound/opt-outs.ts'
import { hasInbound } from './edits.repository.ts'
import { insertInbound, storeInbound } from './inbound.repository.ts'
import * as repository from '../identities.repository.ts'
import type { Inbound } from '../ports.ts'
import type { Reactions } from '../reactions/reactions.ts'

export interface ReceiveDeps {
  readonly connections: Pick<Connections, 'adapterOf' | 'openForCall' | 'report'>
  readonly states: Pick<Delivery, 'take'>
  readonly reactions: Pick<Reactions, 'take'>
  readonly optOuts: Pick<OptOuts, 'record'>
  readonly visitorKey: (connectionId: string, thread: string) => string
  readonly wakeLane: (ctx: Ctx, identityId: string) => void
}

/** Nobody expects an answer to older messages. */
const NEW_MS = 3_600_000

export const createReceive = ({ connections, states, reactions, optOuts, visitorKey, wakeLane }: ReceiveDeps) =>
  async function receive(ctx: Ctx, delivery: InboundDelivery): Promise<Message | undefined> {
    const connection = await connections.openForCall(ctx, delivery.connectionId)
    // Disconnected meanwhile.
    if (!connection) return undefined
    const adapter = connections.adapterOf(connection.channel)
    const body = adapter.read ? await adapter.read(delivery.body, connection) : delivery.body
    const all = adapter.parse(body, connection)
    let note: Message | undefined
    for (const inbound of all) {
      // A spinner that keeps spinning is harmless.
      for (const request of inbound.acknowledge ?? []) void adapter.send(request, connection, { key: inbound.id })
      if (inbound.kind === 'status') {
        await states.take(ctx, connection.id, inbound)
        if (inbound.isSuspended) await connections.report(ctx, connection.id, 'failing', inbound.error)
        continue
      }
      if (inbound.kind === 'refusal') {
        const { thread, error } = inbound
        const { agentId, workspaceId, channel } = connection
        const sender = adapter.first?.senderOf(thread) ?? thread
        await optOuts.record(ctx, { agentId, workspaceId, channel, sender })
        if (error !== undefined)
          await states.take(ctx, connection.id, { ...inbound, kind: 'status', state: 'failed', error })
        ;({ note } = inbound)
        continue
      }
      if (inbound.kind === 'lost') {
        const { reason } = inbound
        await connections.report(ctx, connection.id, reason === undefined ? 'back' : 'lost', reason)
        continue
      }
      if (inbound.kind === 'moved') {
        await moveThread(ctx, connection.id, inbound)
        continue
      }
      if (inbound.kind === 'reaction') {
        const thread = await threadOf(ctx.db, connection.id, inbound)
        await reactions.take(ctx, connection.id, { ...inbound, thread })
        continue
      }
      const identity = await identityOf(ctx, connection, inbound)
      // A wrong clock must not lock anyone out forever.
      const said = new Date(Math.min(inbound.at, ctx.now().getTime()))
      if (inbound.kind === 'consent') {
        const { id } = await repository.upsertIdentity(ctx.db, identity, ctx.now())
        await repository.setBlocked(ctx.db, id, !inbound.isAllowed, said)
        continue
      }
      const skipsBlocked = inbound.kind === 'message' && adapter.keepsOptOut === true
      const item = inbound.kind === 'edit' ? await editOrMessage(ctx, connection.id, inbound) : inbound
      const stored = await storeInbound(ctx.db, { identity, inbound: item, skipsBlocked }, ctx.now())
      if (stored.isBlocked && inbound.kind === 'message' && skipsBlocked) {
        if (adapter.optsInBy?.(inbound.text)) await repository.setBlocked(ctx.db, stored.id, false, said)
        else note = msg('channel_opted_out')
      } else if (stored.isNew) {
        if (stored.isBlocked && item.kind !== 'echo' && item.kind !== 'edit')
          await repository.unblock(ctx.db, stored.id, said)
        wakeLane(ctx, stored.id)
      }
    }
    if (all.length === 0) return adapter.whyIgnored?.(body)
    return all.every(({ kind }) => kind === 'status') ? RECEIPT : note

    async function moveThread(
      inside: Ctx,
      connectionId: string,
      moved: Extract<Inbound, { kind: 'moved' }>,
    ): Promise<void> {
      const { db, now } = inside
      const known = await repository.listByThreads(db, connectionId, [
        await threadOf(db, connectionId, moved),
        moved.to,
      ])
      const before = known.find(({ thread }) => thread !== moved.to)
      const after = known.find(({ thread }) => thread === moved.to)
      if (!before) return
      if (!after) return repository.moveThread(db, before.id, moved.to)
      // Messages from the new group came before the notice: its lane joins the two once nothing is being answered.
      const isNew =
        moved.isGroup && (await insertInbound(db, { connectionId, identityId: after.id, inbound: moved }, now()))
      if (isNew) wakeLane(inside, after.id)
    }

    async function threadOf(db: Ctx['db'], connectionId: string, { thread, aliases }: Inbound): Promise<string> {
      return (aliases && (await repository.findThread(db, connectionId, aliases))) ?? thread
    }

    /** An edited message that never arrived before, e.g. one that mentioned the bot only after the edit, is new. */
    async function editOrMessage(
      { db, now }: Ctx,
      connectionId: string,
      edit: Extract<Inbound, { kind: 'edit' }>,
    ): Promise<Inbound> {
      const { providerId, sentAt, ...said } = edit
      const isOld = now().getTime() - sentAt > NEW_MS
      return isOld || (await hasInbound(db, connectionId, providerId))
        ? edit
        : { ...said, kind: 'message', id: providerId }
    }

    async function identityOf(
      { db }: Ctx,
      { id: connectionId, workspaceId, agentId }: { id: string; workspaceId: string; agentId: string },
      inbound: Inbound,
    ): Promise<repository.NewIdentity> {
      const { isGroup, sender, details } = inbound
      const thread = await threadOf(db, connectionId, inbound)
      return {
        id: `chi_${randomId(20)}`,
        workspaceId,
        agentId,
        connectionId,
        externalId: isGroup ? thread : sender.id,
        thread,
        isGroup,
        visitorHash: sha256(visitorKey(connectionId, thread)),
        name: sender.name,
        language: sender.language ?? '',
        details,
      }
    }
  }
