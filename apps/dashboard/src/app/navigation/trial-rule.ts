// The white-label trial in the navigation.
import type { WorkspaceInternal } from '@parlance/contract/workspaces/schemas'

export type Trial = { readonly kind: 'active'; readonly days: number } | { readonly kind: 'expired' }

const DAY = 86_400
/** `WHITELABEL_TRIAL_SECONDS` in days; its module would be loaded on every page. */
export const TRIAL_DAYS = 14

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
    ? { kind: 'active', days: Math.min(Math.ceil((endsAt - now) / DAY), TRIAL_DAYS) }
    : { kind: 'expired' }
}
