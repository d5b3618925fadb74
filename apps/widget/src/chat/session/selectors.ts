import type { Session } from './state.ts'

/** Nothing has been said yet: shows the home view. */
export const isHome = ({ ready, held, consent, conversationId, entries, turn }: Session): boolean =>
  ready && !held && consent === '' && !conversationId && !turn && entries.length === 0

/** The agent does not answer: a person is awaited or there, or the chat has ended. */
export const isAgentPaused = ({ status: { state, handoffAt, endedAt } }: Session): boolean =>
  state === 'human-chatting' || (state === 'requested_chat' && handoffAt !== null) || endedAt !== null
