// Result of the typed procedure: a message instead of an error when the plan does not allow it.
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'

export const AUTO_RECHARGE_SAVED = msg('recharge_saved').message

/** The message of a refusal by the plan; undefined on success. Other errors are rethrown. */
export async function freePlanRefusal(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof AppError && error.code === 'PLAN_LIMIT') return error.message
    throw error
  }
}
