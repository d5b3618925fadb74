/**
 * Checks request bodies as strictly as OpenAI does, with its messages. Throws an `ApiError` or returns the typed body.
 */
import { badRequest, modelNotFound, ApiError } from './errors.ts'
import { checkMessages } from './messages.ts'
import type { Model } from './models.ts'
import { findModel } from './models.ts'
import { checkFormat } from './schemas.ts'
import type { JsonObject, FieldRule } from './check-fields.ts'
import { checkFields, describeValue, isObject, missingField } from './check-fields.ts'
import { checkTools } from './check-tools.ts'
import { countTokens } from './tokens.ts'
import type { ChatRequest, EmbeddingsRequest } from './types.ts'

const CHAT: Record<string, FieldRule> = {
  model: { type: 'string' },
  messages: { type: 'array' },
  stream: { type: 'boolean' },
  stream_options: { type: 'object' },
  n: { type: 'integer', min: 1, max: 1 },
  temperature: { type: 'number', min: 0, max: 2 },
  top_p: { type: 'number', min: 0, max: 1 },
  max_tokens: { type: 'integer', min: 1, max: 128_000 },
  max_completion_tokens: { type: 'integer', min: 1, max: 128_000 },
  frequency_penalty: { type: 'number', min: -2, max: 2 },
  presence_penalty: { type: 'number', min: -2, max: 2 },
  stop: { type: 'stringOrArray' },
  seed: { type: 'integer' },
  user: { type: 'string' },
  tools: { type: 'array' },
  tool_choice: { type: 'any' },
  parallel_tool_calls: { type: 'boolean' },
  response_format: { type: 'object' },
  reasoning_effort: { type: 'string', oneOf: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] },
  verbosity: { type: 'string', oneOf: ['low', 'medium', 'high'] },
  service_tier: { type: 'string', oneOf: ['auto', 'default', 'flex', 'priority'] },
  logit_bias: { type: 'object' },
  metadata: { type: 'object' },
  store: { type: 'boolean' },
  prompt_cache_key: { type: 'string' },
  safety_identifier: { type: 'string' },
}

const EMBEDDINGS: Record<string, FieldRule> = {
  model: { type: 'string' },
  input: { type: 'stringOrArray' },
  dimensions: { type: 'integer', min: 1 },
  encoding_format: { type: 'string', oneOf: ['float', 'base64'] },
  user: { type: 'string' },
}

/** The maximum of tokens in all inputs of an embeddings request. */
const EMBEDDINGS_TOKENS = 300_000

/** A body of `POST /v1/chat/completions`; throws 400 or 404. */
export function validateChat(body: unknown): { request: ChatRequest; model: Model; promptTokens: number } {
  const fields = checkFields(body, CHAT)
  const model = readModel(fields)
  if (!model.chat)
    throw new ApiError(404, 'This is not a chat model and thus not supported in the v1/chat/completions endpoint.', {
      param: 'model',
    })
  const messages = checkMessages(fields['messages'])
  checkStop(fields['stop'])
  checkStreamOptions(fields)
  checkTools(fields)
  checkFormat(fields['response_format'])
  if (fields['max_tokens'] != null && fields['max_completion_tokens'] != null)
    throw badRequest(
      'Setting `max_tokens` and `max_completion_tokens` at the same time is not supported.',
      null,
      'invalid_parameter_combination',
    )
  if (fields['parallel_tool_calls'] != null && !Array.isArray(fields['tools']))
    throw badRequest(
      "Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' are specified.",
      'parallel_tool_calls',
    )
  if (model.reasoning) checkReasoning(fields)
  const promptTokens =
    3 + messages.reduce((sum, message) => sum + 4 + countTokens(contentText(message.content), model.context), 0)
  if (promptTokens > model.context)
    throw badRequest(
      `This model's maximum context length is ${model.context} tokens. However, your messages resulted in more than that. Please reduce the length of the messages.`,
      'messages',
      'context_length_exceeded',
    )
  // Every field was checked above.
  return { request: { ...fields, messages } as ChatRequest, model, promptTokens }
}

/** A body of `POST /v1/embeddings`; throws 400, 403 or 404. */
export function validateEmbeddings(body: unknown): {
  request: EmbeddingsRequest
  model: Model & { dimensions: number }
} {
  const fields = checkFields(body, EMBEDDINGS)
  const model = readModel(fields)
  const { dimensions } = model
  if (dimensions === undefined) throw new ApiError(403, 'You are not allowed to generate embeddings from this model')
  const { input } = fields
  if (input == null) throw missingField('input')
  const inputs: unknown[] = Array.isArray(input) ? input : [input]
  if (inputs.length === 0 || inputs.some((text) => typeof text !== 'string' || text === ''))
    throw badRequest(
      "'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs/api-reference.",
    )
  if (inputs.length > 2048)
    throw badRequest(
      `Invalid 'input': array too long. Expected an array with maximum length 2048, but got an array with length ${inputs.length} instead.`,
      'input',
      'array_above_max_length',
    )
  const counts = inputs.map((text) => countTokens(String(text), 8_192))
  const longest = Math.max(...counts)
  if (longest > 8_192)
    throw badRequest(
      `This model's maximum context length is 8192 tokens, however you requested more. Please reduce your prompt; or completion length.`,
    )
  if (counts.reduce((sum, count) => sum + count, 0) > EMBEDDINGS_TOKENS)
    throw new ApiError(400, `Requested too many tokens, max ${EMBEDDINGS_TOKENS} tokens per request`, {
      type: 'max_tokens_per_request',
      code: 'max_tokens_per_request',
    })
  if (typeof fields['dimensions'] === 'number' && fields['dimensions'] > dimensions)
    throw badRequest(
      `Invalid value for 'dimensions' = ${fields['dimensions']}. Must be less than or equal to ${dimensions}.`,
      'dimensions',
    )
  return { request: fields as EmbeddingsRequest, model: { ...model, dimensions } }
}

function readModel(fields: JsonObject): Model {
  const id = fields['model']
  if (typeof id !== 'string' || id === '') throw badRequest('you must provide a model parameter')
  const model = findModel(id)
  if (!model) throw modelNotFound(id.slice(0, 200))
  return model
}

function checkStop(stop: unknown): void {
  const list: unknown[] = Array.isArray(stop) ? stop : stop == null ? [] : [stop]
  if (list.length > 4)
    throw badRequest(
      `Invalid 'stop': array too long. Expected an array with maximum length 4, but got an array with length ${list.length} instead.`,
      'stop',
      'array_above_max_length',
    )
  const wrong = list.find((value) => typeof value !== 'string' || value === '')
  if (wrong !== undefined)
    throw badRequest(
      `Invalid type for 'stop': expected non-empty strings, but got ${describeValue(wrong)} instead.`,
      'stop',
      'invalid_type',
    )
}

function checkStreamOptions(fields: JsonObject): void {
  const options = fields['stream_options']
  if (!isObject(options)) return
  if (fields['stream'] !== true)
    throw badRequest("The 'stream_options' parameter is only allowed when 'stream' is enabled.", 'stream_options')
  for (const [name, value] of Object.entries(options)) {
    if (name !== 'include_usage' && name !== 'include_obfuscation')
      throw badRequest(`Unknown parameter: 'stream_options.${name}'.`, `stream_options.${name}`, 'unknown_parameter')
    if (typeof value !== 'boolean')
      throw badRequest(
        `Invalid type for 'stream_options.${name}': expected a boolean, but got ${describeValue(value)} instead.`,
        `stream_options.${name}`,
        'invalid_type',
      )
  }
}

function checkReasoning(fields: JsonObject): void {
  if (fields['max_tokens'] != null)
    throw badRequest(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'max_tokens',
      'unsupported_parameter',
    )
  if (fields['stop'] != null)
    throw badRequest("Unsupported parameter: 'stop' is not supported with this model.", 'stop', 'unsupported_parameter')
  if (fields['temperature'] != null && fields['temperature'] !== 1)
    throw badRequest(
      `Unsupported value: 'temperature' does not support ${String(fields['temperature'])} with this model. Only the default (1) value is supported.`,
      'temperature',
      'unsupported_value',
    )
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  return Array.isArray(content)
    ? content.map((part: unknown) => (isObject(part) ? String(part['text'] ?? '') : '')).join('')
    : ''
}
