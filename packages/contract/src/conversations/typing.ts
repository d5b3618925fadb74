// How often somebody who types says so, and how long that is shown: by itself, since the chat weighs every byte.

/** Milliseconds between two signals of one writer. */
export const TYPING_EVERY_MS = 3000
/** Milliseconds; a signal that comes late leaves no gap. */
export const TYPING_SHOWN_MS = 6000
