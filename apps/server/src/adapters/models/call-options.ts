import type { JSONSchema7, LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider'
import { thinkingTokens } from '../../modules/billing/index.ts'
import type { ModelCall, ModelMessage, ModelToolCall } from '../../modules/conversations/ports.ts'

type NamedModel = Pick<LanguageModelV4, 'provider' | 'modelId'>

export function callOptions(call: ModelCall, model: NamedModel): LanguageModelV4CallOptions {
  const reasoning = effortOf(model, call.json !== undefined)
  return {
    prompt: [{ role: 'system', content: call.system }, ...call.messages.map(messageOf)],
    temperature: call.temperature,
    maxOutputTokens: call.maxTokens + thinkingTokens(model.modelId),
    ...(reasoning ? { reasoning } : {}),
    ...(call.tools && call.tools.length > 0
      ? {
          tools: call.tools.map(({ name, description, parameters }) => ({
            type: 'function' as const,
            name,
            description,
            inputSchema: parameters as JSONSchema7,
          })),
        }
      : {}),
    ...(call.json
      ? { responseFormat: { type: 'json' as const, name: call.json.name, schema: call.json.schema as JSONSchema7 } }
      : {}),
  }
}

/** The lowest effort for JSON and a low one for an answer, among those that the model takes. */
function effortOf({ provider, modelId }: NamedModel, isJson: boolean): LanguageModelV4CallOptions['reasoning'] {
  if (thinkingTokens(modelId) === 0) return undefined
  if (provider.startsWith('google')) return isJson || modelId.includes('flash-lite') ? 'none' : 'minimal'
  // Only the first generation takes `minimal`.
  return isJson && /^gpt-5(?!\.)/.test(modelId) ? 'minimal' : 'low'
}

function messageOf(message: ModelMessage): LanguageModelV4Message {
  const text = { type: 'text' as const, text: message.content }
  if (message.role === 'tool') {
    const { id, name, content } = message
    return {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: id, toolName: name, output: { type: 'text', value: content || 'Done.' } },
      ],
    }
  }
  if ('pictures' in message) {
    const pictures = message.pictures.map(({ mime, bytes }) => ({
      type: 'file' as const,
      mediaType: mime,
      data: { type: 'data' as const, data: bytes },
    }))
    return { role: 'user', content: [text, ...pictures] }
  }
  if (!('calls' in message)) return { role: message.role, content: [text] }
  return {
    role: 'assistant',
    content: [
      ...(message.content === '' ? [] : [text]),
      ...message.calls.map(({ id, name, arguments: input }) => ({
        type: 'tool-call' as const,
        toolCallId: id,
        toolName: name,
        input: typeof input === 'object' && input !== null ? input : {},
      })),
    ],
  }
}

const MAX_ARGUMENTS = 100_000

/** A tool call as the model wrote it; invalid JSON stays text for the engine to refuse. */
export function toolCallOf(part: { toolCallId: string; toolName: string; input: string }): ModelToolCall {
  const input = part.input.slice(0, MAX_ARGUMENTS)
  return { id: part.toolCallId.slice(0, 200), name: part.toolName.slice(0, 200), arguments: parsed(input) }
}

function parsed(input: string): unknown {
  if (input.trim() === '') return {}
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}
