// How the typed procedure answers: with a sentence instead of an error where the plan does not allow it.
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'

export const AUTO_RECHARGE_SAVED = msg('recharge_saved').message

/** The sentence of a refusal by the plan; undefined where the work was done. Everything else is thrown. */
export async function freePlanRefusal(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof AppError && error.code === 'PLAN_LIMIT') return error.message
    throw error
  }
}
