import type { Entitlements } from '../billing/entitlements.ts'

type Allowed = Pick<Entitlements, 'customDomain' | 'whitelabelTrial'>

/** Whether its own hosts and mail domain work; also for some days after a trial. */
export const worksOnOwnHosts = ({ customDomain, whitelabelTrial }: Allowed): boolean =>
  customDomain || whitelabelTrial.state === 'grace'

/** Whether its settings are read-only: after the grace days of a trial. Nothing is deleted. */
export const isAgencyReadOnly = ({ customDomain, whitelabelTrial }: Allowed): boolean =>
  !customDomain && whitelabelTrial.state === 'over'
