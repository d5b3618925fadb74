// Shared by billing tests: a context on a test database, and workspaces with a balance.
import { newWorkspaceUid } from '@parlance/contract/lib/ids'
import type { Milli } from '@parlance/contract/lib/money'
import type { Region } from '@parlance/contract/lib/regions'
import type { Actor, Ctx } from '../../lib/ctx.ts'
import type { Db } from '../../lib/db/pool.ts'
import type { DomainEvent } from '../../lib/events.ts'
import { createLog } from '../../lib/log.ts'
import type { Billing } from './service.ts'

export interface TestCtx extends Ctx {
  readonly events: DomainEvent[]
}

/** A context like the pipeline's; `now` is its clock. Events are kept even if the transaction rolls back. */
export function testCtx(
  db: Db,
  options: { readonly region?: Region; readonly actor?: Actor; readonly now?: () => Date } = {},
): TestCtx {
  const events: DomainEvent[] = []
  const make = (on: Db, inside: boolean): TestCtx => {
    const ctx: TestCtx = {
      actor: options.actor ?? { kind: 'nobody' },
      region: options.region ?? 'eu',
      db: on,
      now: options.now ?? (() => new Date()),
      log: createLog({ level: 'silent' }),
      origin: { kind: 'app', origin: 'https://app.example', isSecure: true },
      workspaceId: '',
      events,
      emit: async (event) => {
        events.push(event)
      },
      tx: (work) => (inside ? work(ctx) : on.transaction((tx) => work(make(tx, true)))),
    }
    return ctx
  }
  return make(db, false)
}

export async function fundedWorkspace(
  ctx: Ctx,
  billing: Pick<Billing, 'open' | 'grant'>,
  amount: Milli,
): Promise<string> {
  const workspaceId = newWorkspaceUid()
  await billing.open(ctx, workspaceId)
  await billing.grant(ctx, { workspaceId, amount, key: 'start', cause: 'Start' })
  return workspaceId
}
