import { voiceJobs } from './jobs.ts'
import { createVoiceRouter } from './router.ts'
import { createVoice, type VoiceDeps } from './service.ts'

export type {
  CallSpeech,
  CallTranscriber,
  SpeakOptions,
  TranscriptionOptions,
  TranscriptionStream,
  VoiceProviders,
  VoiceWish,
} from './ports.ts'

export function createVoiceModule(deps: VoiceDeps) {
  const service = createVoice(deps)
  return { service, router: createVoiceRouter(service), jobs: voiceJobs(service) }
}
