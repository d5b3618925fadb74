// Visitors' presence: a visitor with an open live stream is present. Stored in the database, so that all nodes see it.
import { pageAddress } from '@parlance/contract/conversations/page-address'
import type { SeenPage } from '@parlance/contract/conversations/schemas'
import { cut, storable } from '@parlance/contract/lib/text'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Logger } from '../../../lib/log.ts'
import type { Bus } from '../../../lib/realtime/bus.ts'
import { requireVisibleConversation } from '../access.ts'
import type { ConversationRow } from '../repository.ts'
import { isBlocked } from './blocks.repository.ts'
import * as repository from './presence.repository.ts'

export interface VisitorPresenceDeps {
  readonly bus: Bus
  readonly log: Logger
}

const MAX_PAGES = 20
const MAX_TITLE_CHARS = 200
/** How often a node renews its visitors; without a renewal for three times as long they are away. */
const BEAT_MS = 30_000
const GONE_MS = 3 * BEAT_MS
/** A stream that returns within this time was only a page change. */
const GRACE_MS = 5000

interface Present {
  readonly ctx: Pick<Ctx, 'region' | 'db' | 'now'>
  readonly conversationId: string
  streams: number
}

export function createVisitorPresence({ bus, log }: VisitorPresenceDeps) {
  /** Visitors with a stream on this node. */
  const present = new Map<string, Present>()
  let beat: ReturnType<typeof setInterval> | undefined

  const publish = (ctx: Pick<Ctx, 'region'>, row: repository.PresenceRow | undefined) => {
    if (!row) return
    const event = {
      type: 'presence',
      agentId: row.agent_id,
      conversationId: row.conversation_id,
      ...repository.toPresence(row),
    } as const
    bus.publish(ctx.region, `workspace:${row.workspace_id}`, event)
  }
  const failed = (error: unknown) => log.warn({ err: error }, 'storing the presence of a visitor failed')

  async function tellAll(): Promise<void> {
    const byDb = Map.groupBy(present.values(), ({ ctx }) => ctx.db)
    for (const [db, those] of byDb) {
      const [first] = those
      if (!first) continue
      const ids = those.map(({ conversationId }) => conversationId)
      for (const row of await repository.keepHere(db, ids, first.ctx.now())) publish(first.ctx, row)
    }
  }

  /** Returns a function to call when the stream ends. Failures here don't affect the stream. */
  function opened(ctx: Present['ctx'], conversationId: string): () => void {
    const { region, db, now } = ctx
    const key = `${region}|${conversationId}`
    const one = present.get(key) ?? { ctx, conversationId, streams: 0 }
    one.streams += 1
    present.set(key, one)
    beat ??= setInterval(() => void tellAll().catch(failed), BEAT_MS).unref()
    repository
      .setHere(db, conversationId, now())
      .then((row) => publish(ctx, row))
      .catch(failed)
    return () => {
      one.streams -= 1
      if (one.streams > 0) return
      const since = now()
      present.delete(key)
      if (present.size === 0) {
        clearInterval(beat)
        beat = undefined
      }
      setTimeout(() => {
        if (present.has(key)) return
        repository
          .setAway(db, conversationId, since)
          .then((row) => publish(ctx, row))
          .catch(failed)
      }, GRACE_MS).unref()
    }
  }

  return {
    /** Called when a visitor's stream opens; returns a function for its end. Other callers are not tracked. */
    follower({ actor, region, db, now }: Ctx, { id }: ConversationRow): (() => () => void) | undefined {
      return actor.kind === 'visitor' ? () => opened({ region, db, now }, id) : undefined
    },
    async visit(
      ctx: Ctx,
      input: {
        readonly agentId: string
        readonly conversationId: string
        readonly url: string
        readonly title?: string | undefined
      },
    ) {
      const row = await requireVisibleConversation(ctx, input)
      const url = storable(pageAddress(input.url))
      const title = storable(cut(input.title ?? '', MAX_TITLE_CHARS))
      const page: SeenPage = { url, title, at: ctx.now().toISOString() }
      const of = { workspaceId: row.workspace_id, agentId: input.agentId, visitorHash: row.visitor_hash }
      if (url !== '' && !row.ephemeral && !(await isBlocked(ctx.db, of)))
        publish(ctx, await repository.addPage(ctx.db, row.id, page, MAX_PAGES))
      return { success: true as const }
    },
    async sweepPresence(ctx: Ctx): Promise<number> {
      const away = await repository.sweepAway(ctx.db, new Date(ctx.now().getTime() - GONE_MS))
      for (const row of away) publish(ctx, row)
      return away.length
    },
  }
}
