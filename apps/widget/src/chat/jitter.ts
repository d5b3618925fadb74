/** Up to a quarter more, so that many visitors cut off at once do not come back at once. */
export const jitter = (ms: number) => ms * (1 + Math.random() / 4)
