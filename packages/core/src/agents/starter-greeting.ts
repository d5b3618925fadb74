/** What a new agent says first; apart from the shapes of agents, so that screens can compare with it without them. */
export const STARTER_GREETING = 'Hi! How can I help you today?'
