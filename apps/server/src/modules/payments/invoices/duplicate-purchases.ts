// When a purchase may be one that was made already: in another tab, or before a reload.
import { AppError } from '@parlance/contract/lib/errors'
import { type Milli, toCredits } from '@parlance/contract/lib/money'
import { MINUTE_MS } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'

/** The same purchase within this time needs the buyer's confirmation. */
export const REPEATED_MS = 10 * MINUTE_MS
/** After this time its process died. */
export const RESUME_AFTER_MS = 2 * MINUTE_MS

/** Whether a process is charging it now; not when the bank waits for the buyer, or its outcome is unknown. */
export const isUnderWay = (
  one: { readonly state: string; readonly error: string; readonly createdAt: Date },
  now: Date,
): boolean => one.state === 'open' && one.error === '' && now.getTime() - one.createdAt.getTime() < RESUME_AFTER_MS

/** @throws CONFLICT when one of the paid purchases is for as many credits */
export function assertNotRepeated(
  paid: readonly { readonly credits: Milli }[],
  { credits }: { readonly credits?: Milli | undefined },
): void {
  if (credits === undefined || !paid.some((one) => one.credits === credits)) return
  throw new AppError(
    'CONFLICT',
    msg('purchase_repeated', { credits: Math.floor(toCredits(credits)), minutes: REPEATED_MS / MINUTE_MS }),
  )
}
