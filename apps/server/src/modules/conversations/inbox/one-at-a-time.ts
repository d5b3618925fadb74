// Asks models about a conversation one at a time across nodes: the second caller finds the result that the first one
// paid for. Uses a claim in a row instead of a lock, because a lock would keep a connection for as long as the model
// takes.
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import type { ConversationRow } from '../repository.ts'
import { claim, release } from './claims.repository.ts'

const POLL_MS = 500
const MAX_WAIT_MS = 60_000

export type OneAtATime = <T>(ctx: Ctx, row: ConversationRow, purpose: string, work: () => Promise<T>) => Promise<T>

/** The work must first look for an existing result. Rejects with MODEL_UNAVAILABLE when another node takes too long. */
export function createOneAtATime(): OneAtATime {
  /** Work of this process, so that only the first waiter polls the database. */
  const running = new Map<string, Promise<unknown>>()

  async function claimed<T>(ctx: Ctx, row: ConversationRow, purpose: string, work: () => Promise<T>): Promise<T> {
    const own = { conversationId: row.id, workspaceId: row.workspace_id, purpose, claim: randomId(20) }
    const until = performance.now() + MAX_WAIT_MS
    while (!(await claim(ctx.db, own))) {
      if (performance.now() > until) throw new AppError('MODEL_UNAVAILABLE', msg('model_unavailable'))
      await sleep(POLL_MS)
    }
    try {
      return await work()
    } finally {
      await release(ctx.db, own)
    }
  }

  return async (ctx, row, purpose, work) => {
    const key = `${ctx.region}|${row.id}|${purpose}`
    const turn = (running.get(key) ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => claimed(ctx, row, purpose, work))
    running.set(key, turn)
    try {
      return await turn
    } finally {
      if (running.get(key) === turn) running.delete(key)
    }
  }
}
