/** What Vapi's API accepts: the fields of an assistant and of a call, with the sentences of its refusals. */

type Json = Readonly<Record<string, unknown>>

export interface Assistant extends Json {
  readonly name?: string
  readonly firstMessage?: string
  readonly model: { readonly url: string; readonly model: string; readonly headers?: Readonly<Record<string, string>> }
  readonly transcriber?: { readonly endpointing?: number }
  readonly server?: { readonly url: string; readonly headers?: Readonly<Record<string, string>> }
  readonly serverMessages?: readonly string[]
  readonly clientMessages?: readonly string[]
  readonly maxDurationSeconds?: number
  readonly artifactPlan?: { readonly recordingEnabled?: boolean }
  readonly metadata?: Json
}

const FIELDS = [
  'name',
  'firstMessage',
  'firstMessageInterruptionsEnabled',
  'firstMessageMode',
  'model',
  'voice',
  'transcriber',
  'backgroundSound',
  'maxDurationSeconds',
  'server',
  'serverMessages',
  'clientMessages',
  'artifactPlan',
  'analysisPlan',
  'compliancePlan',
  'monitorPlan',
  'startSpeakingPlan',
  'stopSpeakingPlan',
  'keypadInputPlan',
  'voicemailDetection',
  'voicemailMessage',
  'endCallMessage',
  'endCallPhrases',
  'backgroundSpeechDenoisingPlan',
  'modelOutputInMessagesEnabled',
  'credentialIds',
  'hooks',
  'metadata',
]
const VOICES = ['deepgram', '11labs', 'cartesia', 'openai', 'azure', 'vapi']
const TRANSCRIBERS = ['deepgram', 'openai', '11labs', 'azure', 'google']
const SERVER_MESSAGES = [
  'conversation-update',
  'end-of-call-report',
  'hang',
  'speech-update',
  'status-update',
  'tool-calls',
  'transcript',
  'user-interrupted',
]
const CLIENT_MESSAGES = [
  ...SERVER_MESSAGES.filter((one) => one !== 'end-of-call-report'),
  'model-output',
  'voice-input',
]
/** Vapi reserves these headers of custom models. */
const RESERVED = /^authorization$/i

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isUrl = (value: unknown): boolean => typeof value === 'string' && /^https?:\/\/[^\s]+$/.test(value)

/** Empty for a good one. */
export function assistantFaults(given: unknown): string[] {
  if (!isObject(given)) return ['assistant must be an object']
  const faults = Object.keys(given).flatMap((key) => (FIELDS.includes(key) ? [] : [`property ${key} should not exist`]))
  const { name, firstMessage, model, voice, transcriber, maxDurationSeconds: most } = given
  if (name !== undefined && (typeof name !== 'string' || name.length > 40))
    faults.push('name must be shorter than or equal to 40 characters')
  if (firstMessage !== undefined && typeof firstMessage !== 'string') faults.push('firstMessage must be a string')
  if (most !== undefined && !(typeof most === 'number' && Number.isInteger(most) && most >= 10 && most <= 43_200))
    faults.push('maxDurationSeconds must not be less than 10 or greater than 43200')
  return [...faults, ...modelFaults(model), ...voiceFaults(voice), ...hearingFaults(transcriber), ...wireFaults(given)]
}

function modelFaults(model: unknown): string[] {
  if (!isObject(model)) return ['model should not be empty']
  if (model.provider !== 'custom-llm') return ['model.provider must be one of the following values: custom-llm']
  return [
    ...(isUrl(model.url) ? [] : ['model.url must be a URL address']),
    ...(typeof model.model === 'string' && model.model !== '' ? [] : ['model.model must be a string']),
    ...Object.keys(isObject(model.headers) ? model.headers : {}).flatMap((name) =>
      RESERVED.test(name) ? [`model.headers must not hold ${name}: use a credential`] : [],
    ),
  ]
}

function voiceFaults(voice: unknown): string[] {
  if (voice === undefined) return []
  if (!isObject(voice) || !VOICES.includes(String(voice.provider)))
    return [`voice.provider must be one of the following values: ${VOICES.join(', ')}`]
  return typeof voice.voiceId === 'string' && voice.voiceId !== '' ? [] : ['voice.voiceId must be a string']
}

function hearingFaults(transcriber: unknown): string[] {
  if (transcriber === undefined) return []
  if (!isObject(transcriber) || !TRANSCRIBERS.includes(String(transcriber.provider)))
    return [`transcriber.provider must be one of the following values: ${TRANSCRIBERS.join(', ')}`]
  const { endpointing } = transcriber
  return endpointing === undefined || (typeof endpointing === 'number' && endpointing >= 10 && endpointing <= 500)
    ? []
    : ['transcriber.endpointing must not be less than 10 or greater than 500']
}

function wireFaults({ server, serverMessages, clientMessages }: Json): string[] {
  const unknown = (given: unknown, known: readonly string[], field: string) =>
    given === undefined || (Array.isArray(given) && given.every((one) => known.includes(String(one))))
      ? []
      : [`each value in ${field} must be one of the following values: ${known.join(', ')}`]
  return [
    ...(server === undefined || (isObject(server) && isUrl(server.url)) ? [] : ['server.url must be a URL address']),
    ...unknown(serverMessages, SERVER_MESSAGES, 'serverMessages'),
    ...unknown(clientMessages, CLIENT_MESSAGES, 'clientMessages'),
  ]
}

/** Of a call: which assistant, and a transport that carries raw sound. */
export function callFaults(given: unknown): string[] {
  if (!isObject(given)) return ['body must be an object']
  const { assistantId, assistant, transport } = given
  const faults = Object.keys(given).flatMap((key) =>
    ['assistantId', 'assistant', 'assistantOverrides', 'transport', 'name'].includes(key)
      ? []
      : [`property ${key} should not exist`],
  )
  if ((typeof assistantId === 'string') === (assistant !== undefined))
    faults.push('Need either an `assistantId` or an `assistant`')
  if (assistant !== undefined) faults.push(...assistantFaults(assistant).map((fault) => `assistant.${fault}`))
  const format = isObject(transport) ? transport.audioFormat : undefined
  if (!isObject(transport) || transport.provider !== 'vapi.websocket')
    faults.push('transport.provider must be one of the following values: vapi.websocket')
  else if (
    format !== undefined &&
    !(
      isObject(format) &&
      format.format === 'pcm_s16le' &&
      format.container === 'raw' &&
      typeof format.sampleRate === 'number'
    )
  )
    faults.push('transport.audioFormat must be raw pcm_s16le')
  return faults
}
