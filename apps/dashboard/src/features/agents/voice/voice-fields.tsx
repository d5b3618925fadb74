import { Autocomplete, Select, Switch, TextInput } from '@mantine/core'
import { findVoice, SPEECH_PROVIDERS, TRANSCRIBERS, VOICES } from '@parlance/contract/voice/voices'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../components/layout/page.tsx'
import { BoundNumber } from '../fields.tsx'
import { Pronunciation } from './pronunciation.tsx'
import { useProviderName } from './provider-name.ts'
import { useVoice } from './use-voice.ts'
import { VoicePreview } from './voice-preview.tsx'
import { VoiceServices } from './voice-services.tsx'
import { MODELS } from './voices.ts'

interface ProviderProps {
  providers: readonly string[]
  value: string
  onChange: (provider: string) => void
}

/** A provider that was saved through the API and is not known stays selected. */
function ProviderSelect({ providers, value, onChange }: ProviderProps) {
  const { t } = useTranslation()
  const providerName = useProviderName()
  const all = value === '' || providers.includes(value) ? providers : [...providers, value]
  return (
    <Select
      label={t('area.parts.provider')}
      data={all.map((one) => ({ value: one, label: providerName(one) }))}
      allowDeselect={false}
      value={value}
      onChange={(next) => next !== null && onChange(next)}
    />
  )
}

/** The provider's first voice, unless the current one is the provider's. */
function voiceOf(provider: string, voiceId: string) {
  const first = VOICES.find((one) => one.provider === provider)
  return findVoice(provider, voiceId) || !first ? {} : { voiceId: first.voiceId }
}

function modelOf(provider: string, modelId: string) {
  const models = MODELS[provider] ?? []
  return models[0] === undefined || models.includes(modelId) ? {} : { modelId: models[0] }
}

export function SpeechTab() {
  const { t } = useTranslation()
  const { voice, set } = useVoice()
  return (
    <Section title={t('area.voice.speechGen')}>
      <ProviderSelect
        providers={SPEECH_PROVIDERS}
        value={voice.speechGen.provider}
        onChange={(provider) => set('speechGen', { provider, ...voiceOf(provider, voice.speechGen.voiceId) })}
      />
      <TextInput
        label={t('area.parts.voiceId')}
        description={t('voices.voiceHint')}
        maxLength={100}
        value={voice.speechGen.voiceId}
        onChange={(event) => set('speechGen', { voiceId: event.currentTarget.value })}
      />
      <VoicePreview />
      <Pronunciation />
      <Switch
        label={t('area.parts.backChannelling')}
        description={t('voices.backchannelHint')}
        checked={voice.speechGen.backChannelling ?? false}
        onChange={(event) => set('speechGen', { backChannelling: event.currentTarget.checked })}
      />
      <VoiceServices part="speech" />
    </Section>
  )
}

function isLanguage(code: string): boolean {
  try {
    return Intl.getCanonicalLocales(code).length === 1
  } catch {
    return false
  }
}

export function TranscriberTab() {
  const { t } = useTranslation()
  const { voice, set } = useVoice()
  const { provider, modelId, utteranceThreshold, language, patienceFactor } = voice.transcriber
  return (
    <Section title={t('area.voice.transcriber')}>
      <ProviderSelect
        providers={TRANSCRIBERS}
        value={provider}
        onChange={(next) => set('transcriber', { provider: next, ...modelOf(next, modelId) })}
      />
      <Autocomplete
        label={t('area.parts.modelId')}
        data={MODELS[provider] ?? []}
        maxLength={100}
        value={modelId}
        onChange={(next) => set('transcriber', { modelId: next })}
      />
      <TextInput
        label={t('area.parts.language')}
        description={t('voices.languageHint')}
        error={!isLanguage(language) && t('voices.badLanguage')}
        maxLength={20}
        value={language}
        onChange={(event) => set('transcriber', { language: event.currentTarget.value })}
      />
      <BoundNumber
        label={t('area.parts.utteranceThreshold')}
        description={t('voices.thresholdHint')}
        min={0}
        max={10_000}
        value={utteranceThreshold}
        onChange={(next) => set('transcriber', { utteranceThreshold: next })}
      />
      <BoundNumber
        label={t('area.parts.patienceFactor')}
        description={t('voices.patienceHint')}
        min={0.5}
        max={3}
        step={0.1}
        decimalScale={2}
        value={patienceFactor ?? 1}
        onChange={(next) => set('transcriber', { patienceFactor: next })}
      />
      <VoiceServices part="transcriber" />
    </Section>
  )
}
