// Shell commands to copy.
export interface Call {
  /** `https://host/api/{region}` */
  base: string
  agentId: string
  secret: string
}

export const interactCommand = ({ base, agentId, secret }: Call): string =>
  `curl -N ${base}/v2/agents/${agentId}/interact \\
  -H "Authorization: Bearer ${secret}" \\
  -H "Content-Type: application/json" \\
  -d '{"message":{"parts":[{"type":"text","text":"Hello"}]}}'`

export const openaiCommand = ({ base, agentId, secret }: Call): string =>
  `curl -N ${base}/openai/v1/chat/completions \\
  -H "Authorization: Bearer ${secret}" \\
  -H "Content-Type: application/json" \\
  -d '{"model":"${agentId}","stream":true,"messages":[{"role":"user","content":"Hello"}]}'`
