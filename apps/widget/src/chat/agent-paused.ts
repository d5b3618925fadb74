import type { Session } from './session/state.ts'

/** Nobody answers by themselves: people are waited for or there, or the chat is over. */
export const isAgentPaused = ({ status: { state, handoffAt, endedAt } }: Session): boolean =>
  state === 'human-chatting' || (state === 'requested_chat' && handoffAt !== null) || endedAt !== null
