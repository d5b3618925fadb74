import type { Session } from './state.ts'

/** Nothing has been said yet: the visitor sees who is there and how to begin. */
export const isHome = ({ ready, held, consent, conversationId, entries, turn }: Session): boolean =>
  ready && !held && consent === '' && !conversationId && !turn && entries.length === 0

/** Nobody answers by themselves: people are waited for or there, or the chat is over. */
export const isAgentPaused = ({ status: { state, handoffAt, endedAt } }: Session): boolean =>
  state === 'human-chatting' || (state === 'requested_chat' && handoffAt !== null) || endedAt !== null
