import { notify } from '../../components/feedback/notify.ts'
import { errorText } from '../../lib/errors.ts'

/** What failed, and why. */
export function notifyFailure(what: string, error: unknown): void {
  const why = errorText(error)
  notify.error(why || what, why ? { title: what } : {})
}
