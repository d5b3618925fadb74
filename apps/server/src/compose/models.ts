import { isSpeechKey, SPEECH_KEY_PROVIDERS } from '@parlance/contract/workspaces/key-test'
import { createModels } from '../adapters/models/models.ts'
import { createEndpoints } from '../adapters/openai/endpoints.ts'
import { checkSpeech } from '../adapters/sound/check-speech.ts'
import { checkVapiKey } from '../adapters/vapi/check-key.ts'
import type { createWorkspacesModule } from '../modules/workspaces/index.ts'
import type { KeyCheck } from '../modules/workspaces/ports.ts'
import type { Base, Module } from './base.ts'
import { speechWith } from './voice-providers.ts'

interface Needs {
  readonly workspaces: Module<typeof createWorkspacesModule>
}

export function composeModels({ settings, infrastructure: { guardedFetch, sandbox } }: Base, { workspaces }: Needs) {
  const { creditValueUsd } = settings
  const models = createModels({
    platform: settings.models,
    sandbox: sandbox.model,
    ownKey: workspaces.service.providerKey,
    baseUrls: settings.modelBaseUrls,
    guardedFetch,
    creditValueUsd,
  })
  const openAiFor = (simulated: typeof sandbox.model) =>
    createEndpoints({
      ownKey: workspaces.service.providerKey,
      platform: settings.models.openai,
      sandbox: simulated,
      baseUrl: settings.modelBaseUrls?.openai,
      guardedFetch,
    })

  const voice = settings.voice ?? {}
  const keyCheck: KeyCheck = {
    check: (provider, key, model) =>
      provider === 'vapi'
        ? checkVapiKey(key.apiKey, sandbox.vapi.baseUrl)
        : isSpeechKey(provider)
          ? checkSpeech(speechWith(voice, provider, key.apiKey, { provider, voiceId: '', language: 'en' }))
          : models.check(provider, key, model),
    platformSpeech: SPEECH_KEY_PROVIDERS.filter((provider) => provider !== 'vapi' && voice[provider] !== undefined),
  }

  return { models, keyCheck, openAiFor }
}
export type Models = ReturnType<typeof composeModels>
