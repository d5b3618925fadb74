// Credits are integers of a thousandth («milli-credits») except on screens and in the specification's fields.
export type Milli = number
export const MILLI = 1000
/** Default price of 1 credit in US dollars; the installation can change it. */
export const CREDIT_VALUE_USD = 0.001
/** Factor of a turn on a platform key over the provider's price. */
export const PLATFORM_MARKUP = 1.3
/** On the workspace's own key or the sandbox model. */
export const OWN_KEY_TURN: Milli = 1 * MILLI
/** Granted once the e-mail address is verified, and refilled each month on the free plan. */
export const FREE_CREDITS: Milli = 1000 * MILLI

/** Rounded down so that a balance never looks too large. */
export const toCredits = (milli: Milli): number => Math.floor(milli / 10) / 100
export const fromCredits = (credits: number): Milli => Math.round(credits * MILLI)
/** Rounded up so that a debit covers the cost. */
export const usdToMilli = (usd: number, creditValueUsd = CREDIT_VALUE_USD): Milli =>
  Math.max(0, Math.ceil((usd / creditValueUsd) * MILLI - 1e-9))
