/** Adds up to a quarter, so that many disconnected visitors don't reconnect at once. */
export const jitter = (ms: number) => ms * (1 + Math.random() / 4)
