// What an agency may still do after its white-label trial, by what its workspace may do.
import type { Entitlements } from '../billing/entitlements.ts'

type Allowed = Pick<Entitlements, 'customDomain' | 'whitelabelTrial'>

/** Whether its own hosts and mail domain work: also for some days after a trial. */
export const worksOnOwnHosts = ({ customDomain, whitelabelTrial }: Allowed): boolean =>
  customDomain || whitelabelTrial.state === 'grace'

/** Whether its settings can only be looked at: once the days after a trial are over. Nothing of them is deleted. */
export const isAgencyReadOnly = ({ customDomain, whitelabelTrial }: Allowed): boolean =>
  !customDomain && whitelabelTrial.state === 'over'
