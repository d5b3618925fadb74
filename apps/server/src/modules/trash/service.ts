// Owns what people deleted and may still bring back for an hour; nobody else reads it.
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import type { Storage } from '../../lib/storage/storage.ts'
import * as repository from './repository.ts'

const WINDOW_MS = 3_600_000
const SWEPT_AT_ONCE = 50

/** The same for what is not there, belongs to others, or was deleted too long ago. */
export const notRestorable = () => new AppError('NOT_FOUND', msg('restore_expired'))

interface Item {
  readonly kind: repository.ItemRow['kind']
  readonly itemId: string
  /** Absent for what belongs to no agent. */
  readonly agentId?: string
}
interface Rows {
  readonly table: PgTable
  readonly where: SQL
}

/** Every call acts inside `ctx.workspaceId`, and in the transaction of its context where it changes an item. */
export interface Trash {
  /**
   * Keeps a copy of these rows, which the caller deletes right after, in the same transaction. `fileKeys`: files in the
   * bucket, which then stay until the item is gone for good.
   */
  readonly keep: (tx: Ctx, item: Item, rows: readonly Rows[], fileKeys?: readonly string[]) => Promise<void>
  readonly has: (tx: Ctx, item: Item) => Promise<boolean>
  /** Inserts the rows again, table by table in this order; false when there is nothing to bring back. */
  readonly restore: (tx: Ctx, item: Item, tables: readonly PgTable[]) => Promise<boolean>
  /** Deletes for good what was deleted more than an hour ago. Answers how many items. */
  readonly sweep: (ctx: Ctx) => Promise<number>
  /** Deletes at once what is kept of an agent, or of the whole workspace. */
  readonly empty: (ctx: Ctx, agentId?: string) => Promise<void>
}

export function createTrash({ storage }: { readonly storage: Storage }): Trash {
  /** Bytes first: a record that remains leads back to what is still to be deleted. */
  const purge = async (tx: Ctx, items: readonly repository.ItemRow[]) => {
    const bucket = storage.bucket(tx.region)
    for (const key of items.flatMap(({ fileKeys }) => fileKeys)) await bucket.delete(key)
    await repository.removeItems(
      tx.db,
      items.map(({ id }) => id),
    )
  }
  return {
    async keep(tx, item, rows, fileKeys = []) {
      const id = randomId(20)
      await repository.addItem(tx.db, { id, ...nameOf(tx, item), fileKeys: [...fileKeys], deletedAt: tx.now() })
      for (const { table, where } of rows) await repository.copyRows(tx.db, id, table, where)
    },
    has: async (tx, item) => (await find(tx, item)) !== undefined,
    async restore(tx, item, tables) {
      const found = await find(tx, item)
      if (!found) return false
      for (const table of tables) await repository.insertRows(tx.db, found.id, table)
      await repository.removeItems(tx.db, [found.id])
      return true
    },
    async sweep(ctx) {
      const before = new Date(ctx.now().getTime() - WINDOW_MS)
      let count = 0
      for (;;) {
        const removed = await ctx.tx(async (tx) => {
          const items = await repository.expired(tx.db, before, SWEPT_AT_ONCE)
          if (items.length > 0) await purge(tx, items)
          return items.length
        })
        count += removed
        if (removed < SWEPT_AT_ONCE) return count
      }
    },
    empty: (ctx, agentId) =>
      ctx.tx(async (tx) => {
        const items = await repository.itemsOf(tx.db, tx.workspaceId, agentId)
        if (items.length > 0) await purge(tx, items)
      }),
  }
}

const find = (tx: Ctx, item: Item) =>
  repository.findItem(tx.db, nameOf(tx, item), new Date(tx.now().getTime() - WINDOW_MS))

const nameOf = (ctx: Ctx, { kind, itemId, agentId = '' }: Item): repository.ItemName => ({
  workspaceId: ctx.workspaceId,
  agentId,
  kind,
  itemId,
})
