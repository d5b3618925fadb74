// Voices by provider.
export interface Voice {
  readonly provider: string
  /** The provider's id. */
  readonly voiceId: string
  readonly name: string
  readonly sound: 'female' | 'male' | 'neutral'
}

const list = (provider: string, sound: Voice['sound'], ids: string): Voice[] =>
  ids.split(' ').map((voiceId) => ({
    provider,
    voiceId,
    sound,
    name: voiceId.slice(0, 1).toUpperCase() + voiceId.slice(1),
  }))

export const VOICES: readonly Voice[] = [
  ...list('deepgram', 'female', 'asteria luna stella athena hera'),
  ...list('deepgram', 'male', 'orion arcas perseus angus orpheus helios zeus'),
  ...list('openai', 'female', 'coral nova sage shimmer'),
  ...list('openai', 'male', 'ash echo onyx verse'),
  ...list('openai', 'neutral', 'alloy ballad fable'),
]

export const SPEECH_PROVIDERS = ['deepgram', 'openai', 'elevenlabs', 'google', 'cartesia']
export const TRANSCRIBERS = ['deepgram', 'openai', 'google', 'assemblyai']

/** Suggested models; others can be typed. */
export const MODELS: Readonly<Record<string, string[]>> = {
  deepgram: ['nova-2', 'nova-3'],
  openai: ['gpt-4o-transcribe', 'gpt-4o-mini-transcribe', 'whisper-1'],
}

/** Voices whose name, provider or sound matches, in list order. */
export function findVoices(voices: readonly Voice[], text: string): Voice[] {
  const wanted = text.trim().toLowerCase()
  return voices.filter(({ name, provider, sound }) =>
    [name, provider, sound].some((word) => word.toLowerCase().includes(wanted)),
  )
}
