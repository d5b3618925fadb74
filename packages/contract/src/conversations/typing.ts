// Intervals of the typing indicator. A file of its own to keep the chat's bundle small.

export const TYPING_EVERY_MS = 3000
/** Longer than the interval, so that a late signal leaves no gap. */
export const TYPING_SHOWN_MS = 6000
