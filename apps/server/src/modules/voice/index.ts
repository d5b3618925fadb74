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
  SpeakOptions,
  SpokenEnds,
  TranscriptionOptions,
  TranscriptionStream,
  VoiceProviders,
  VoiceWish,
} from './ports.ts'
export { SpeechError } from './ports.ts'

/** Reads that need no running module. */
export const voiceQueries = { endedCall }

export function createVoiceModule(deps: VoiceDeps) {
  const service = createVoice(deps)
  return { service, router: createVoiceRouter(service), webhooks: service.phone.webhooks, jobs: voiceJobs(service) }
}
