import { expect, test } from 'vitest'
import type { Ctx } from '../../lib/ctx.ts'
import type { VoiceDeps } from './deps.ts'
import type { CallSpeech, HostedEngine, VoiceProviders } from './ports.ts'
import { createSpeechServices } from './speech-services.ts'

const simulator: HostedEngine = {
  service: { provider: 'vapi', name: 'Vapi simulator', isOffline: true },
  recognises: false,
  isHosted: true,
}
const flite = { service: { provider: 'flite', name: 'Flite', isOffline: true } } as CallSpeech
const noted = async (engine: HostedEngine | undefined, wished: 'parlance' | 'vapi') => {
  const voiceConfig = {
    transcriber: { provider: 'deepgram', modelId: 'nova-3', language: 'en' },
    speechGen: { provider: 'deepgram', voiceId: 'asteria' },
    config: {},
  }
  const services = createSpeechServices({
    creditValueUsd: 0.005,
    forTurn: async () => ({ workspaceId: 'w', title: 'Reception', config: { voiceConfig } }),
    providers: {
      transcriber: async () => undefined,
      speech: async () => flite,
      engine: async () => engine,
    } as Partial<VoiceProviders>,
  } as unknown as VoiceDeps)
  return (await services.offered({} as Ctx, { agentId: 'a', engine: wished })).data.notes
}

test.each([
  ['the own engine without keys', undefined, 'parlance', ['transcriber_missing', 'speech_missing']],
  ['an engine without its key', undefined, 'vapi', ['engine_missing', 'transcriber_missing', 'speech_missing']],
  ['the simulator of an engine', simulator, 'vapi', ['engine_simulated']],
  ['an engine with its key', { ...simulator, recognises: true }, 'vapi', []],
] as const)('names what is missing for %s', async (_what, engine, wished, notes) => {
  expect(await noted(engine, wished)).toEqual(notes)
})
