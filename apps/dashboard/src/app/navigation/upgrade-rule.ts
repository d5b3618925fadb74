// When somebody is offered a plan: no subscription, and a week has passed or hardly any credits are left.
export const WEEK_SECONDS = 604_800
export const FEW_CREDITS = 500

interface PlanUsage {
  readonly subscribed: boolean
  /** Seconds since the account was made. */
  readonly age: number
  readonly credits: number
}

export const offersUpgrade = ({ subscribed, age, credits }: PlanUsage): boolean =>
  !subscribed && (age > WEEK_SECONDS || credits < FEW_CREDITS)
