// When to offer a plan: without a subscription, after a week or with hardly any credits left.
export const WEEK_SECONDS = 604_800
export const FEW_CREDITS = 500

interface PlanUsage {
  readonly subscribed: boolean
  /** Seconds since sign-up. */
  readonly age: number
  readonly credits: number
}

export const offersUpgrade = ({ subscribed, age, credits }: PlanUsage): boolean =>
  !subscribed && (age > WEEK_SECONDS || credits < FEW_CREDITS)
