// Who runs a call: hears the caller, decides when it is the agent's turn, and speaks. The agent's nodes, knowledge and
// tools answer with every engine.

export const CALL_ENGINES = ['parlance', 'openai-realtime', 'vapi'] as const
export type CallEngineName = (typeof CALL_ENGINES)[number]
