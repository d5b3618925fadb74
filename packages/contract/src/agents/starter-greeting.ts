/** What a new agent says first; apart from the shapes of agents, so that screens can compare with it without them. */
export const STARTER_GREETING = 'Hi! How can I help you today?'
/** What visitors of a new agent read while it can't answer. */
export const UNAVAILABLE = 'This chat is not available at the moment. Please try again later.'
