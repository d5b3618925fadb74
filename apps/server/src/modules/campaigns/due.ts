import type { Ctx } from '../../lib/ctx.ts'
import { isWithinHours } from './hours.ts'
import * as repository from './repository.ts'
import { REASONS } from './reasons.ts'
import type { CampaignRow, RecipientRow } from './schema.ts'

/** Recipients per look. If all of them are skipped, there may be more. */
export const LOOKED_AT = 200

/** Due recipients who are within their hours, locked until the transaction ends. */
export async function takeDue(tx: Ctx, { id, plan }: CampaignRow): Promise<RecipientRow[]> {
  const of = { campaignId: id, now: tx.now() }
  const zones = await repository.listDueZones(tx.db, of)
  const closed = zones.filter((zone) => !isWithinHours(plan, zone, of.now))
  if (closed.length > 0) await repository.setReasonInZones(tx.db, of, closed, REASONS.outsideHours)
  return repository.takeDue(tx.db, of, { except: closed, limit: LOOKED_AT })
}
