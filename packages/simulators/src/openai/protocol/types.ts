/** The parts of OpenAI's request bodies that the simulator reads, after validation. */

export type ContentPart = { type: string; text?: string; image_url?: { url: string; detail?: string } }
export type ToolCall = { id: string; type: 'function'; function: { name: string; arguments: string } }
export type ChatMessage = {
  role: 'system' | 'developer' | 'user' | 'assistant' | 'tool' | 'function'
  content?: string | ContentPart[] | null
  tool_calls?: ToolCall[]
  tool_call_id?: string
}
export type Tool = {
  type: 'function'
  function: { name: string; description?: string; parameters?: JsonSchema; strict?: boolean | null }
}
export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  enum?: unknown[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  additionalProperties?: unknown
  format?: string
  description?: string
}
export type ToolChoice = 'none' | 'auto' | 'required' | { type: 'function'; function: { name: string } }
export type ChatRequest = {
  model: string
  messages: ChatMessage[]
  stream?: boolean | null
  stream_options?: { include_usage?: boolean } | null
  max_tokens?: number | null
  max_completion_tokens?: number | null
  stop?: string | string[] | null
  tools?: Tool[]
  tool_choice?: ToolChoice
  response_format?: {
    type: 'text' | 'json_object' | 'json_schema'
    json_schema?: { name: string; strict?: boolean | null; schema?: JsonSchema }
  }
}
export type EmbeddingsRequest = {
  model: string
  input: string | string[]
  dimensions?: number
  encoding_format?: 'float' | 'base64'
}

export type Called = { name: string; arguments: string }
/** The model's next reply: text, tool calls, or both. */
export type Reply = { text: string; toolCalls?: readonly Called[] } | { text?: string; toolCalls: readonly Called[] }
