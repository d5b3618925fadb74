export const AUTO_RECHARGE_RANGES = {
  /** Credits. */
  threshold: { min: 500, max: 2500, step: 500 },
  /** Whole units of the workspace's currency. */
  amount: { min: 5, max: 25, step: 5 },
  /** 0 is no limit. */
  monthlyLimit: { min: 0, max: 500, step: 25 },
} as const
export type AutoRechargeField = keyof typeof AUTO_RECHARGE_RANGES

export const AUTO_RECHARGE_DEFAULTS: Readonly<Record<AutoRechargeField, number>> = {
  threshold: 500,
  amount: 5,
  monthlyLimit: 100,
}

export function isRechargeValue(field: AutoRechargeField, value: number): boolean {
  const { min, max, step } = AUTO_RECHARGE_RANGES[field]
  return value >= min && value <= max && (value - min) % step === 0
}
