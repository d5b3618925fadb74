/**
 * Checks request bodies as strictly as OpenAI does, with its messages. Throws an `ApiError` or returns the typed body.
 */
import { ApiError, badRequest, checkModel } from './errors.ts'
import { checkMessages } from './messages.ts'
import { findModel, type Model } from './models.ts'
import { textOf } from '../prompts/prompt.ts'
import { checkFormat, checkTools } from './schemas.ts'
import { checkFields, type FieldRules, invalidType, type JsonObject, NAME } from './check-fields.ts'
import { countTokens } from './tokens.ts'
import type { ChatRequest, EmbeddingsRequest } from './types.ts'

const TOOL: FieldRules = {
  type: { type: 'string', required: true, oneOf: ['function'] },
  function: {
    type: 'object',
    required: true,
    fields: {
      name: NAME,
      description: { type: 'string' },
      parameters: { type: 'any' },
      strict: { type: 'boolean' },
    },
  },
}
const FORMAT: FieldRules = {
  type: { type: 'string', required: true, oneOf: ['text', 'json_object', 'json_schema'] },
  json_schema: {
    type: 'object',
    fields: { name: NAME, description: { type: 'string' }, schema: { type: 'object' }, strict: { type: 'boolean' } },
  },
}
const CHAT: FieldRules = {
  model: { type: 'string' },
  messages: { type: 'array', required: true, length: [1, Infinity] },
  stream: { type: 'boolean' },
  stream_options: {
    type: 'object',
    fields: { include_usage: { type: 'boolean' }, include_obfuscation: { type: 'boolean' } },
  },
  n: { type: 'integer', min: 1, max: 1 },
  temperature: { type: 'number', min: 0, max: 2 },
  top_p: { type: 'number', min: 0, max: 1 },
  max_tokens: { type: 'integer', min: 1, max: 128_000 },
  max_completion_tokens: { type: 'integer', min: 1, max: 128_000 },
  frequency_penalty: { type: 'number', min: -2, max: 2 },
  presence_penalty: { type: 'number', min: -2, max: 2 },
  stop: { type: 'stringOrArray', length: [0, 4] },
  seed: { type: 'integer' },
  user: { type: 'string' },
  tools: { type: 'array', length: [1, 128], items: { type: 'object', fields: TOOL } },
  tool_choice: { type: 'any' },
  parallel_tool_calls: { type: 'boolean' },
  response_format: { type: 'object', fields: FORMAT },
  reasoning_effort: { type: 'string', oneOf: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] },
  verbosity: { type: 'string', oneOf: ['low', 'medium', 'high'] },
  service_tier: { type: 'string', oneOf: ['auto', 'default', 'flex', 'priority'] },
  logit_bias: { type: 'object' },
  metadata: { type: 'object' },
  store: { type: 'boolean' },
  prompt_cache_key: { type: 'string' },
  safety_identifier: { type: 'string' },
}

const EMBEDDINGS: FieldRules = {
  model: { type: 'string' },
  input: { type: 'stringOrArray', required: true, length: [0, 2048] },
  dimensions: { type: 'integer', min: 1 },
  encoding_format: { type: 'string', oneOf: ['float', 'base64'] },
  user: { type: 'string' },
}

/** The maximum of tokens in all inputs of an embeddings request. */
const EMBEDDINGS_TOKENS = 300_000

/** A body of `POST /v1/chat/completions`; throws 400 or 404. */
export function validateChat(body: JsonObject): { request: ChatRequest; model: Model; promptTokens: number } {
  const fields = checkFields(body, CHAT)
  const model = checkModel(fields['model'], findModel)
  if (!model.chat)
    throw new ApiError(404, 'This is not a chat model and thus not supported in the v1/chat/completions endpoint.', {
      param: 'model',
    })
  const messages = checkMessages(fields['messages'] as unknown[])
  const wrong = [fields['stop'] ?? []].flat().find((word) => typeof word !== 'string' || word === '')
  if (wrong !== undefined) throw invalidType('stop', 'non-empty strings', wrong)
  if (fields['stream_options'] != null && fields['stream'] !== true)
    throw badRequest("The 'stream_options' parameter is only allowed when 'stream' is enabled.", 'stream_options')
  checkTools(fields)
  checkFormat(fields)
  if (fields['max_tokens'] != null && fields['max_completion_tokens'] != null)
    throw badRequest(
      'Setting `max_tokens` and `max_completion_tokens` at the same time is not supported.',
      null,
      'invalid_parameter_combination',
    )
  if (model.reasoning) checkReasoning(fields)
  const promptTokens = 3 + messages.reduce((sum, message) => sum + 4 + countTokens(textOf(message), model.context), 0)
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
export function validateEmbeddings(body: JsonObject): {
  request: EmbeddingsRequest
  model: Model & { dimensions: number }
} {
  const fields = checkFields(body, EMBEDDINGS)
  const model = checkModel(fields['model'], findModel)
  const { dimensions } = model
  if (dimensions === undefined) throw new ApiError(403, 'You are not allowed to generate embeddings from this model')
  const inputs = [fields['input']].flat()
  if (inputs.length === 0 || inputs.some((text) => typeof text !== 'string' || text === ''))
    throw badRequest(
      "'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs/api-reference.",
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

function checkReasoning(fields: JsonObject): void {
  const hints = { max_tokens: " Use 'max_completion_tokens' instead.", stop: '' }
  for (const [name, hint] of Object.entries(hints))
    if (fields[name] != null)
      throw badRequest(
        `Unsupported parameter: '${name}' is not supported with this model.${hint}`,
        name,
        'unsupported_parameter',
      )
  if (fields['temperature'] != null && fields['temperature'] !== 1)
    throw badRequest(
      `Unsupported value: 'temperature' does not support ${String(fields['temperature'])} with this model. Only the default (1) value is supported.`,
      'temperature',
      'unsupported_value',
    )
}
