/** `POST /v1/audio/speech`: checks the request as strictly as OpenAI does, and answers sound that resembles speech. */
import { soundOf } from '../../speech/sound.ts'
import { badRequest, modelNotFound } from './errors.ts'
import { checkFields, type JsonObject } from './check-fields.ts'

const MODELS = ['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts']
const VOICES = 'alloy ash ballad coral echo fable onyx nova sage shimmer verse marin cedar'.split(' ')
const MAX_CHARS = 4096
/** Samples a second of the format `pcm`. */
export const SPEECH_RATE = 24_000

export function speech(body: JsonObject): Buffer {
  const {
    model,
    input,
    response_format: format,
  } = checkFields(body, {
    model: { type: 'string' },
    input: { type: 'string' },
    voice: { type: 'string', oneOf: VOICES },
    instructions: { type: 'string' },
    response_format: { type: 'string', oneOf: ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] },
    speed: { type: 'number', min: 0.25, max: 4 },
    stream_format: { type: 'string', oneOf: ['sse', 'audio'] },
  })
  if (typeof model !== 'string') throw badRequest('you must provide a model parameter')
  if (!MODELS.includes(model)) throw modelNotFound(model.slice(0, 200))
  if (typeof body['voice'] !== 'string') throw badRequest("Missing required parameter: 'voice'.", 'voice')
  if (typeof input !== 'string' || input.trim() === '')
    throw badRequest("Invalid 'input': string too short. Expected a string with minimum length 1.", 'input')
  if (input.length > MAX_CHARS)
    throw badRequest(
      `Invalid 'input': string too long. Expected a string with maximum length ${MAX_CHARS}, but got a string with length ${input.length} instead.`,
      'input',
      'string_above_max_length',
    )
  if (format !== 'pcm') throw badRequest('The simulator makes pcm alone.', 'response_format', 'unsupported_value')
  return soundOf(input, SPEECH_RATE)
}
