/** How long a lost connection of the caller may take to return. */
export const LOST_MS = 15_000
export const MAX_TRANSCRIPT = 2000
/** Limit of texts from a visitor's side. */
export const TEXTS_A_MINUTE = 20
/** Excess texts that are dropped before the call ends. */
export const MOST_TEXTS_LEFT_OUT = 20
