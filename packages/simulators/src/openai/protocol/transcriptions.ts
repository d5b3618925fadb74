/**
 * `POST /v1/audio/transcriptions`: checks the form as strictly as OpenAI does, and says openly that nobody listened.
 */
import { checkFields, type FieldRules } from './check-fields.ts'
import { ApiError, badRequest, checkModel, unsupportedType } from './errors.ts'
import { FILE_EXTENSIONS, isAudioOf, durationOf } from './audio.ts'

const TRANSCRIBERS = ['whisper-1', 'gpt-4o-transcribe', 'gpt-4o-mini-transcribe']
const FIELDS: FieldRules = {
  file: { type: 'object', required: true },
  model: { type: 'string' },
  response_format: { type: 'string', oneOf: ['json', 'text', 'verbose_json'] },
  language: { type: 'string' },
  prompt: { type: 'string' },
  temperature: { type: 'string' },
}
const MAX_BYTES = 25 * 1024 * 1024

/** The body of the answer, and its type. Throws an `ApiError`: 400, 404, 413 or 415. */
export async function transcription(contentType: string, raw: Buffer): Promise<{ type: string; text: string }> {
  const { file, bytes, model, format } = await readForm(contentType, raw)
  if (bytes.length > MAX_BYTES)
    throw new ApiError(413, `Maximum content size limit (${MAX_BYTES}) exceeded`, { code: 'content_too_large' })
  if (!isAudioOf(file.name, bytes))
    throw badRequest(`Invalid file format. Supported formats: ${JSON.stringify(FILE_EXTENSIONS)}`, 'file')
  const seconds = durationOf(bytes)
  const text = spokenText(seconds)
  if (format === 'text') return { type: 'text/plain', text: `${text}\n` }
  const usage = { type: 'duration', seconds: Math.ceil(seconds) }
  const details = { task: 'transcribe', language: 'english', duration: seconds, segments: [] }
  // Other models count tokens; their price does not depend on this response.
  const counted = model === 'whisper-1' ? { usage } : {}
  const body = { ...(format === 'verbose_json' ? details : {}), text, ...counted }
  return { type: 'application/json', text: JSON.stringify(body) }
}

/** The placeholder for the words of a recording that no model heard. */
export const spokenText = (seconds: number): string => {
  const whole = Math.max(1, Math.round(seconds))
  return `This is the sandbox: nobody listened to this voice note of ${whole} ${whole === 1 ? 'second' : 'seconds'}.`
}

async function readForm(contentType: string, raw: Buffer) {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw unsupportedType(contentType, 'multipart/form-data')
  const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw badRequest('Could not parse multipart form')
    })
  checkFields(Object.fromEntries(form), FIELDS)
  const model = checkModel(form.get('model'), (id) => TRANSCRIBERS.find((known) => known === id))
  const format = form.get('response_format')
  if (format === 'verbose_json' && model !== 'whisper-1')
    throw badRequest(
      `response_format 'verbose_json' is not compatible with model '${model}'. Use 'json' or 'text' instead.`,
      'response_format',
      'unsupported_value',
    )
  const file = form.get('file') as File
  return { file, bytes: Buffer.from(await file.arrayBuffer()), model, format }
}
