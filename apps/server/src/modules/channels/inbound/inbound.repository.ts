import { storableJson as json } from '@parlance/contract/lib/text'
import { DAY_MS } from '@parlance/contract/lib/time'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'
import { identityChanges, identityColumns, identityValues, type NewIdentity } from '../identities.repository.ts'
import type { Inbound } from '../ports.ts'
import type { FormState } from './fill-form.ts'

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`

/** False for a repeat. */
export async function insertInbound(
  db: Db,
  { connectionId, identityId, inbound }: { connectionId: string; identityId: string; inbound: Inbound },
  now: Date,
): Promise<boolean> {
  const added = await rows(
    db,
    sql`insert into channel_inbound (connection_id, identity_id, external_id, body, received_at)
      values (${connectionId}, ${identityId}, ${inbound.id}, ${json(inbound)}::jsonb, ${moment(now)})
      on conflict (connection_id, external_id) do nothing returning 1`,
  )
  return added.length > 0
}

interface Stored {
  /** The identity's. */
  readonly id: string
  readonly isBlocked: boolean
  /** False for a repeat, and for a skipped message of a blocked person. */
  readonly isNew: boolean
}

/** Stores an item and its sender in one statement: at high rates every extra one slows down the others. */
export async function storeInbound(
  db: Db,
  { identity, inbound, skipsBlocked }: { identity: NewIdentity; inbound: Inbound; skipsBlocked: boolean },
  now: Date,
): Promise<Stored> {
  const { connectionId } = identity
  const at = moment(now)
  const isCounted = sql`${inbound.kind !== 'echo'}::boolean and not exists (select 1 from known)`
  const isAccepted = sql`not (${skipsBlocked}::boolean and external_identities.is_blocked)`
  const isNewDay = sql`(external_identities.received_since is null or external_identities.received_since <= ${moment(new Date(now.getTime() - DAY_MS))})`
  const [stored] = await rows<Stored>(
    db,
    sql`with known as (select 1 from channel_inbound where connection_id = ${connectionId} and external_id = ${inbound.id}),
      identity as (
        insert into external_identities (${identityColumns}, last_inbound_at, received, received_since)
        values (${identityValues(identity, now)}, case when ${isCounted} then ${at} end, case when ${isCounted} then 1 else 0 end, case when ${isCounted} then ${at} end)
        on conflict (connection_id, thread) do update set ${identityChanges},
          last_inbound_at = case when ${isCounted} and ${isAccepted} then ${at} else external_identities.last_inbound_at end,
          received = case when not (${isCounted} and ${isAccepted}) then external_identities.received when ${isNewDay} then 1 else external_identities.received + 1 end,
          received_since = case when ${isCounted} and ${isAccepted} and ${isNewDay} then ${at} else external_identities.received_since end
        returning id, is_blocked
      ),
      added as (
        insert into channel_inbound (connection_id, identity_id, external_id, body, received_at)
        select ${connectionId}, identity.id, ${inbound.id}, ${json(inbound)}::jsonb, ${at} from identity where not (${skipsBlocked}::boolean and identity.is_blocked)
        on conflict (connection_id, external_id) do nothing returning 1
      )
      select id, is_blocked as "isBlocked", exists (select 1 from added) as "isNew" from identity`,
  )
  return stored ?? { id: identity.id, isBlocked: false, isNew: false }
}

/** Unless another form was started meanwhile. */
export async function renewForm(db: Db, id: string, form: FormState): Promise<void> {
  await db.execute(
    sql`update external_identities set form = ${json(form)}::jsonb where id = ${id} and (form is null or form ->> 'messageId' = ${form.messageId})`,
  )
}
/** Ends an open form unless its question was asked after that. */
export async function endFormBefore(db: Db, id: string, at: number): Promise<void> {
  await db.execute(
    sql`update external_identities set form = null where id = ${id} and coalesce((form ->> 'at')::bigint, 0) <= ${at}::bigint`,
  )
}
