// Intervals of the typing indicator. A file of its own to keep the chat's bundle small.

/** Milliseconds between two signals of one writer. */
export const TYPING_EVERY_MS = 3000
/** Milliseconds; a signal that comes late leaves no gap. */
export const TYPING_SHOWN_MS = 6000
