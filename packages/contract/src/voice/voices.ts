// Voices that the providers offer to every account, for the library and for agents that name none of their provider's.

export interface Voice {
  readonly provider: string
  /** As saved in `voiceConfig.speechGen.voiceId`: a name at Deepgram and OpenAI, the provider's id otherwise. */
  readonly voiceId: string
  readonly name: string
  readonly sound: 'female' | 'male' | 'neutral'
  /** Set when the voice speaks this language alone. */
  readonly language?: string
}

/** Providers that adapters exist for. */
export const SPEECH_PROVIDERS = ['deepgram', 'openai', 'elevenlabs', 'cartesia'] as const
export const TRANSCRIBERS = ['deepgram', 'openai'] as const

const named = (provider: string, sound: Voice['sound'], names: string, language?: string): Voice[] =>
  names.split(' ').map((voiceId) => ({
    provider,
    voiceId,
    sound,
    name: voiceId.slice(0, 1).toUpperCase() + voiceId.slice(1),
    ...(language === undefined ? {} : { language }),
  }))

const withIds = (provider: string, sound: Voice['sound'], ids: Readonly<Record<string, string>>): Voice[] =>
  Object.entries(ids).map(([name, voiceId]) => ({ provider, voiceId, sound, name }))

export const VOICES: readonly Voice[] = [
  ...named('deepgram', 'female', 'asteria luna stella athena hera thalia andromeda helena', 'en'),
  ...named('deepgram', 'male', 'orion arcas perseus angus orpheus helios zeus apollo aries', 'en'),
  ...named('deepgram', 'female', 'viktoria', 'de'),
  ...named('deepgram', 'male', 'julius', 'de'),
  ...named('deepgram', 'female', 'celeste', 'es'),
  ...named('deepgram', 'male', 'javier', 'es'),
  ...named('deepgram', 'female', 'agathe', 'fr'),
  ...named('deepgram', 'male', 'hector', 'fr'),
  ...named('deepgram', 'female', 'rhea', 'nl'),
  ...named('deepgram', 'male', 'sander', 'nl'),
  ...named('deepgram', 'female', 'livia', 'it'),
  ...named('deepgram', 'male', 'dionisio', 'it'),
  ...named('deepgram', 'female', 'izanami', 'ja'),
  ...named('deepgram', 'male', 'fujin', 'ja'),
  ...named('openai', 'female', 'coral nova sage shimmer'),
  ...named('openai', 'male', 'ash echo onyx verse cedar'),
  ...named('openai', 'neutral', 'alloy ballad fable marin'),
  ...withIds('elevenlabs', 'female', {
    Sarah: 'EXAVITQu4vr4xnSDxMaL',
    Laura: 'FGY2WhTYpPnrIDTdsKH5',
    Alice: 'Xb7hH8MSUJpSbSDYk0k2',
  }),
  ...withIds('elevenlabs', 'male', {
    George: 'JBFqnCBsd6RMkjVDRZzb',
    Roger: 'CwhRBWXzGAHq8TQ4Fs17',
    Charlie: 'IKne3meq5aSn9XLyUdCD',
    Daniel: 'onwK4e9ZLuTAKqWW03F9',
  }),
  ...withIds('elevenlabs', 'neutral', { River: 'SAz9YHcvj6GT2YYXdXww' }),
  ...withIds('cartesia', 'female', {
    Katie: 'f786b574-daa5-4673-aa0c-cbe3e8534c02',
    Jacqueline: '9626c31c-bec5-4cca-baa8-f8ba9e84c8bc',
    Tessa: '6ccbfb76-1fc6-48f7-b71d-91ac6298247b',
  }),
  ...withIds('cartesia', 'male', {
    Kiefer: '228fca29-3a0a-435c-8728-5cb483251068',
    Theo: '79f8b5fb-2cc8-479a-80df-29f7a7cf1a3e',
  }),
]

/** A provider's listed voice by its id or name, in any case. */
export function findVoice(provider: string, voice: string): Voice | undefined {
  const wanted = voice.trim().toLowerCase()
  return VOICES.find(
    (one) => one.provider === provider && (one.voiceId.toLowerCase() === wanted || one.name.toLowerCase() === wanted),
  )
}
