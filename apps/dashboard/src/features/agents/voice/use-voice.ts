import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { useDraft } from '../draft/draft.tsx'

type VoiceConfig = AgentConfig['voiceConfig']

/** The draft's voice, edited by section. */
export function useVoice() {
  const { config, edit } = useDraft()
  const voice = config.voiceConfig
  return {
    voice,
    set: <S extends keyof VoiceConfig>(section: S, patch: Partial<VoiceConfig[S]>) =>
      edit({ voiceConfig: { ...voice, [section]: { ...voice[section], ...patch } } }),
  }
}
