import { endedCall } from './call-ended.ts'
import { voiceJobs } from './jobs.ts'
import { createVoiceRouter } from './router.ts'
import { createVoice } from './service.ts'
import type { VoiceDeps } from './deps.ts'

export type { AnsweredBy, CarrierStatus, PhoneProvider, StreamEvent } from './phone/ports.ts'
export type {
  CallAnswer,
  CallEngine,
  CallSpeech,
  CallTranscriber,
  CallTurn,
  EngineOptions,
  EngineSession,
  HostedEngine,
  SpeakOptions,
  SpokenEnds,
  TranscriptionOptions,
  TranscriptionStream,
  VoiceProviders,
  VoiceWish,
} from './ports.ts'
export { SpeechError } from './ports.ts'
export type { AssistantSource, StartedCall, VapiAccount, VapiEvent, VapiProvider, VapiReport } from './vapi/ports.ts'
export { VapiError } from './vapi/ports.ts'

/** Reads that need no running module. */
export const voiceQueries = { endedCall }

export function createVoiceModule(deps: VoiceDeps) {
  const service = createVoice(deps)
  const webhooks = [...service.phone.webhooks, service.vapi.webhook]
  return { service, router: createVoiceRouter(service), webhooks, jobs: voiceJobs(service) }
}
