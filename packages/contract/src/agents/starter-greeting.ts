/** Without schemas, so that screens can compare with it. */
export const STARTER_GREETING = 'Hi! How can I help you today?'
export const UNAVAILABLE = 'This chat is not available at the moment. Please try again later.'
