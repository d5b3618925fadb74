// The white-label trial in the navigation.
import { WHITELABEL_TRIAL_SECONDS } from '@parlance/contract/billing/entitlements'
import type { WorkspaceInternal } from '@parlance/contract/workspaces/schemas'

export type Trial = { readonly kind: 'active'; readonly days: number } | { readonly kind: 'expired' }

const DAY = 86_400

/**
 * `now` in Unix seconds, which may be earlier than the start. Started days count, so that the last one is 1; undefined
 * without a trial.
 */
export function trialOf(
  {
    whitelabel_trial: started,
    whitelabelTrialEndsAt: endsAt,
  }: Pick<WorkspaceInternal, 'whitelabel_trial' | 'whitelabelTrialEndsAt'>,
  now: number,
): Trial | undefined {
  if (!started || endsAt <= 0) return undefined
  return endsAt > now
    ? { kind: 'active', days: Math.ceil(Math.min(endsAt - now, WHITELABEL_TRIAL_SECONDS) / DAY) }
    : { kind: 'expired' }
}
