import type { voiceApi } from '@parlance/contract/voice/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Voice } from './service.ts'

export const createVoiceRouter = (service: Voice): Handlers<typeof voiceApi> => ({
  startCall: service.startCall,
  services: service.services,
  voices: service.voices,
  list: service.list,
  ofConversation: service.ofConversation,
  get: service.get,
  listen: service.listen,
  hangUp: service.hangUp,
  deleteRecording: service.deleteRecording,
  preview: service.preview,
  vapiAnswer: service.vapi.complete,
})
