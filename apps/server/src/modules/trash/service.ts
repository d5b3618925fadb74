// Owns deleted items that can be restored for an hour.
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import type { Storage } from '../../lib/storage/storage.ts'
import * as repository from './repository.ts'

const RESTORABLE_MS = 3_600_000
const DELETE_BATCH = 50

/** One answer for unknown items, items of others and expired ones. */
export const notRestorable = () => new AppError('NOT_FOUND', msg('restore_expired'))

interface TrashItem {
  readonly kind: repository.ItemRow['kind']
  readonly itemId: string
  /** Absent for what belongs to no agent. */
  readonly agentId?: string
}
interface TableRows {
  readonly table: PgTable
  readonly where: SQL
}

/** Every call acts inside `ctx.workspaceId`, and changes items in the transaction of its context. */
export interface Trash {
  /** Copies rows that the caller then deletes in the same transaction. `fileKeys` are kept until the item is purged. */
  readonly put: (tx: Ctx, item: TrashItem, rows: readonly TableRows[], fileKeys?: readonly string[]) => Promise<void>
  readonly has: (tx: Ctx, item: TrashItem) => Promise<boolean>
  /** Inserts the rows again, in this order of tables; false if there is nothing to restore. */
  readonly restore: (tx: Ctx, item: TrashItem, tables: readonly PgTable[]) => Promise<boolean>
  /** Purges items older than an hour; returns how many. */
  readonly purgeExpired: (ctx: Ctx) => Promise<number>
  readonly purge: (ctx: Ctx, agentId?: string) => Promise<void>
}

export function createTrash({ storage }: { readonly storage: Storage }): Trash {
  /** Deletes the bytes first: a remaining row leads to them. */
  const deleteItems = async (tx: Ctx, items: readonly repository.ItemRow[]) => {
    const bucket = storage.bucket(tx.region)
    for (const key of items.flatMap(({ fileKeys }) => fileKeys)) await bucket.delete(key)
    await repository.removeItems(
      tx.db,
      items.map(({ id }) => id),
    )
  }
  return {
    async put(tx, item, rows, fileKeys = []) {
      const id = randomId(20)
      await repository.addItem(tx.db, { id, ...itemKeyOf(tx, item), fileKeys: [...fileKeys], deletedAt: tx.now() })
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
    async purgeExpired(ctx) {
      const before = new Date(ctx.now().getTime() - RESTORABLE_MS)
      let count = 0
      for (;;) {
        const removed = await ctx.tx(async (tx) => {
          const items = await repository.expired(tx.db, before, DELETE_BATCH)
          if (items.length > 0) await deleteItems(tx, items)
          return items.length
        })
        count += removed
        if (removed < DELETE_BATCH) return count
      }
    },
    purge: (ctx, agentId) =>
      ctx.tx(async (tx) => {
        const items = await repository.itemsOf(tx.db, tx.workspaceId, agentId)
        if (items.length > 0) await deleteItems(tx, items)
      }),
  }
}

const find = (tx: Ctx, item: TrashItem) =>
  repository.findItem(tx.db, itemKeyOf(tx, item), new Date(tx.now().getTime() - RESTORABLE_MS))

const itemKeyOf = (ctx: Ctx, { kind, itemId, agentId = '' }: TrashItem): repository.ItemKey => ({
  workspaceId: ctx.workspaceId,
  agentId,
  kind,
  itemId,
})
