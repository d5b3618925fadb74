// An agent as an assistant of Vapi's: https://docs.vapi.ai/api-reference/assistants/create
import type { AssistantSource } from '../../modules/voice/index.ts'
import { cartesiaVoice } from '../cartesia/speech.ts'
import { modelFor } from '../deepgram/languages.ts'
import { auraModel } from '../deepgram/speech.ts'
import { elevenLabsVoice } from '../elevenlabs/speech.ts'

const SECRET_HEADER = 'x-vapi-secret'
/** Vapi's limit. */
const MAX_NAME = 40
const MODEL_SECONDS = 60
/** Fields of `vapiConfig` that are added to the assistant; the others are ours. */
const THEIRS = [
  'voice',
  'transcriber',
  'firstMessageInterruptionsEnabled',
  'backgroundSound',
  'startSpeakingPlan',
  'stopSpeakingPlan',
  'keypadInputPlan',
  'voicemailDetection',
  'voicemailMessage',
  'endCallMessage',
  'endCallPhrases',
  'backgroundSpeechDenoisingPlan',
  'compliancePlan',
] as const
const DEFAULT_VOICE = { provider: 'vapi', voiceId: 'Elliot' }

type VoiceConfig = AssistantSource['config']['voiceConfig']

export function assistantOf(source: AssistantSource): Record<string, unknown> {
  const { agentId, title, config, greeting, records, maxSeconds, modelUrl, serverUrl, secret } = source
  const { transcriber } = config.voiceConfig
  const headers = { [SECRET_HEADER]: secret }
  return {
    name: literal(title).slice(0, MAX_NAME).trim() || 'Agent',
    firstMessage: literal(greeting),
    firstMessageMode: greeting === '' ? 'assistant-waits-for-user' : 'assistant-speaks-first',
    voice: voiceOf(config.voiceConfig),
    transcriber: {
      provider: 'deepgram',
      model: modelFor({
        model: transcriber.provider === 'deepgram' ? transcriber.modelId : '',
        language: transcriber.language,
      }),
      language: transcriber.language || 'en',
      endpointing: Math.min(500, Math.max(10, Math.round(transcriber.utteranceThreshold))),
    },
    startSpeakingPlan: { waitSeconds: Math.min(5, 0.4 * (transcriber.patienceFactor ?? 1)) },
    // Callers' browsers play the background themselves.
    backgroundSound: 'off',
    ...theirs(config.vapiConfig),
    maxDurationSeconds: maxSeconds,
    model: {
      provider: 'custom-llm',
      url: modelUrl,
      model: agentId,
      headers,
      metadataSendMode: 'variable',
      timeoutSeconds: MODEL_SECONDS,
    },
    artifactPlan: { recordingEnabled: records },
    server: {
      url: serverUrl,
      timeoutSeconds: 20,
      headers,
      backoffPlan: { type: 'exponential', maxRetries: 5, baseDelaySeconds: 1 },
    },
    serverMessages: ['end-of-call-report'],
    clientMessages: ['status-update', 'speech-update', 'transcript', 'user-interrupted'],
    metadata: { agentId },
  }
}

/** Vapi fills in templates between double braces. */
const literal = (text: string): string => text.replaceAll('{{', '{ {').replaceAll('{%', '{ %')

function theirs(config: unknown): Record<string, unknown> {
  if (typeof config !== 'object' || config === null || Array.isArray(config)) return {}
  const given = config as Readonly<Record<string, unknown>>
  return Object.fromEntries(THEIRS.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]])))
}

function voiceOf({ speechGen, transcriber }: VoiceConfig): Record<string, unknown> {
  const replacements = (speechGen.wordsReplacements ?? [])
    .filter(({ word }) => word.trim() !== '')
    .map(({ word, replacement }) => ({ type: 'exact', key: word.trim(), value: replacement }))
  return {
    ...providersVoice(speechGen, transcriber.language),
    ...(replacements.length === 0 ? {} : { chunkPlan: { formatPlan: { enabled: true, replacements } } }),
  }
}

function providersVoice({ provider, voiceId }: VoiceConfig['speechGen'], language: string): Record<string, string> {
  switch (provider) {
    case 'deepgram': {
      const [, model = 'aura', name = 'asteria'] =
        /^(aura(?:-2)?)-(.+)-[a-z]{2}$/.exec(auraModel(voiceId, language)) ?? []
      return { provider: 'deepgram', voiceId: name, model }
    }
    case 'elevenlabs':
      return { provider: '11labs', voiceId: elevenLabsVoice(voiceId).voiceId }
    case 'cartesia':
      return { provider: 'cartesia', voiceId: cartesiaVoice(voiceId).voiceId }
    case 'openai':
      return { provider: 'openai', voiceId: voiceId.trim() || 'alloy' }
    default:
      return DEFAULT_VOICE
  }
}
