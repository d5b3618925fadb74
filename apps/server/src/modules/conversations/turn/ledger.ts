// What a turn needs of the ledger.
import type { Milli } from '@parlance/contract/lib/money'
import type { Db } from '../../../lib/db/pool.ts'
import type { HoldPriority } from '../../billing/index.ts'

export interface HoldItem {
  readonly holdKey: string
  readonly workspaceId: string
  readonly agentId: string
  readonly cause: string
  readonly amount: Milli
  readonly priority: HoldPriority
}
/** The ledger's part in a turn; batches run inside the caller's transaction. */
export interface TurnLedger {
  readonly lockBalances: (db: Db, workspaceIds: readonly string[]) => Promise<ReadonlyMap<string, Milli>>
  readonly holdMany: (db: Db, items: readonly HoldItem[]) => Promise<unknown>
  /** What less urgent work holds and would give, and taking it; both under the lock of the balance. */
  readonly yieldable: (db: Db, workspaceId: string, priority: HoldPriority) => Promise<Milli>
  readonly makeRoom: (
    db: Db,
    room: { readonly workspaceId: string; readonly priority: HoldPriority; readonly amount: Milli },
  ) => Promise<unknown>
  /** Charges what was used, at most what is there; answers what each was really charged. */
  readonly settleMany: (
    db: Db,
    items: readonly { holdKey: string; workspaceId: string; agentId: string; cause: string; cost: Milli }[],
  ) => Promise<readonly TurnSettled[]>
}
interface TurnSettled {
  readonly holdKey: string
  readonly workspaceId: string
  readonly charged: Milli
  /** The charge passed a mark on the way down; in credits. */
  readonly low?: { readonly mark: number; readonly left: number } | undefined
}
