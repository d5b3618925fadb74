/** The first message of a new agent; without schemas, so that screens can compare with it. */
export const STARTER_GREETING = 'Hi! How can I help you today?'
/** Shown to visitors while a new agent can't answer. */
export const UNAVAILABLE = 'This chat is not available at the moment. Please try again later.'
