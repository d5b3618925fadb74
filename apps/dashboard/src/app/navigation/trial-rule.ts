// What the side navigation says of the white-label trial.
import type { WorkspaceInternal } from '@parlance/contract/workspaces/schemas'

export type Trial = { readonly kind: 'active'; readonly days: number } | { readonly kind: 'expired' }

const DAY = 86_400

/** `now` in unix seconds. Days that have begun count, so that the last one reads 1; undefined where no trial was ever started. */
export function trialOf(
  {
    whitelabel_trial: started,
    whitelabelTrialEndsAt: endsAt,
  }: Pick<WorkspaceInternal, 'whitelabel_trial' | 'whitelabelTrialEndsAt'>,
  now: number,
): Trial | undefined {
  if (!started || endsAt <= 0) return undefined
  return endsAt > now ? { kind: 'active', days: Math.ceil((endsAt - now) / DAY) } : { kind: 'expired' }
}
