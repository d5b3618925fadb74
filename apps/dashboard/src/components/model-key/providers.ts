import type { SpeechKeyProvider } from '@parlance/contract/workspaces/key-test'
import type { CredentialProvider, KeyProvider } from '@parlance/contract/workspaces/schemas'

/** Display order; a type error reports a provider missing here. */
const ORDER: Record<CredentialProvider, number> = { openai: 0, anthropic: 1, google: 2, 'openai-compatible': 3 }
export const CREDENTIAL_PROVIDERS = Object.keys(ORDER) as CredentialProvider[]

const SPEECH_ORDER: Record<SpeechKeyProvider, number> = { deepgram: 0, elevenlabs: 1, cartesia: 2, vapi: 3 }
export const SPEECH_KEY_PROVIDERS = Object.keys(SPEECH_ORDER) as SpeechKeyProvider[]
export const isSpeechKey = (provider: KeyProvider): provider is SpeechKeyProvider => provider in SPEECH_ORDER

export const providerFrom = (text: string): KeyProvider | undefined =>
  [...CREDENTIAL_PROVIDERS, ...SPEECH_KEY_PROVIDERS].find((provider) => provider === text)
