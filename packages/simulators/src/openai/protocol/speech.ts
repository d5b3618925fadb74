/** `POST /v1/audio/speech`: checks the request as strictly as OpenAI does, and answers sound that resembles speech. */
import { soundOf } from '../../speech/sound.ts'
import { badRequest, checkModel } from './errors.ts'
import { checkFields, type FieldRules, type JsonObject } from './check-fields.ts'

const MODELS = ['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts']
const VOICES = 'alloy ash ballad coral echo fable onyx nova sage shimmer verse marin cedar'.split(' ')
/** Samples a second of the format `pcm`. */
export const SPEECH_RATE = 24_000

const FIELDS: FieldRules = {
  model: { type: 'string' },
  input: { type: 'string', required: true, length: [1, 4096] },
  voice: { type: 'string', required: true, oneOf: VOICES },
  instructions: { type: 'string' },
  response_format: { type: 'string', oneOf: ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] },
  speed: { type: 'number', min: 0.25, max: 4 },
  stream_format: { type: 'string', oneOf: ['sse', 'audio'] },
}

export function speech(body: JsonObject): Buffer {
  const { model, input, response_format: format } = checkFields(body, FIELDS)
  checkModel(model, (id) => MODELS.find((known) => known === id))
  if (format !== 'pcm') throw badRequest('The simulator makes pcm alone.', 'response_format', 'unsupported_value')
  return soundOf(String(input), SPEECH_RATE)
}
