// Channel information for workspace members: recent threads, content losses, test messages.
import type { Channel } from '@parlance/contract/channels/schemas'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { losses } from '@parlance/engine/items/channels'
import { msg, withRef } from '@parlance/i18n/messages'
import { setTimeout as wait } from 'node:timers/promises'
import type { Ctx } from '../../../lib/ctx.ts'
import { readMessage } from '../../../lib/stored-message.ts'
import type { Connections } from './connections.ts'
import * as identities from '../identities.repository.ts'
import { threadOf } from '../outbound/queue-message.ts'

export interface ReportDeps {
  readonly connections: Pick<Connections, 'adapterOf' | 'openOfAgent'>
  readonly wakeSender: (ctx: Ctx, identityId: string) => void
  /** Nodes of the published agent. */
  readonly nodesOf: (ctx: Ctx, agentId: string) => Promise<readonly AgentNode[]>
}
interface Of {
  readonly agentId: string
  readonly channel: Channel
}

const MAX_THREADS = 100
const OUTCOME_TRIES = 25
const OUTCOME_POLL_MS = 200

export const createReports = ({ connections, wakeSender, nodesOf }: ReportDeps) => ({
  async threads(ctx: Ctx, of: Of) {
    const connection = await connections.openOfAgent(ctx, of.agentId, of.channel)
    const found = connection ? await identities.listThreads(ctx.db, connection.id, MAX_THREADS) : []
    return {
      items: found.map((row) => ({
        id: row.id,
        name: row.name,
        isGroup: row.is_group,
        isBlocked: row.is_blocked,
        lastMessageAt: row.last_inbound_at && new Date(row.last_inbound_at).toISOString(),
      })),
    }
  },
  async sendTest(ctx: Ctx, { threadId, text, ...of }: Of & { threadId: string; text: string }) {
    const connection = await connections.openOfAgent(ctx, of.agentId, of.channel)
    if (!connection) throw new AppError('CONFLICT', msg('channel_not_connected'))
    const identity = await identities.findIdentity(ctx.db, threadId)
    if (identity?.connection_id !== connection.id) throw new AppError('NOT_FOUND')
    if (identity.is_blocked) throw new AppError('CONFLICT', msg('channel_opted_out'))
    const key = `test-${randomId(16)}`
    const message = { ref: key.slice(-12), from: 'system', items: [{ type: 'text', text }], sources: [] } as const
    const { requests } = connections.adapterOf(of.channel).compile(message, threadOf(identity, connection))
    await identities.queueOut(
      ctx.db,
      requests.map((request, part) => ({
        connectionId: connection.id,
        identityId: identity.id,
        key: `${key}:${part}`,
        request,
      })),
      ctx.now(),
    )
    wakeSender(ctx, identity.id)
    for (let tries = 0; ; tries += 1) {
      const outcome = await identities.outcomeOf(ctx.db, identity.id, key)
      const isOver = !outcome || !['queued', 'sending'].includes(outcome.state) || tries >= OUTCOME_TRIES
      if (isOver)
        return { data: { state: outcome?.state ?? 'sent', ...withRef('error', readMessage(outcome?.error ?? '')) } }
      await wait(OUTCOME_POLL_MS)
    }
  },
  async losses(ctx: Ctx, { agentId, channel }: Of) {
    const [nodes, connection] = await Promise.all([
      nodesOf(ctx, agentId),
      connections.openOfAgent(ctx, agentId, channel),
    ])
    const can = connection && connections.adapterOf(channel).can?.(connection.settings)
    return {
      items: nodes.flatMap(({ id: nodeId, name: node, items }) =>
        losses(items, channel, can).map(({ item, detail, code, params }) => ({
          nodeId,
          node,
          item,
          detail,
          code,
          ...(params && { params }),
        })),
      ),
    }
  },
})
