import { Select, Switch, Text } from '@mantine/core'
import { CALL_ENGINES, type CallEngineName } from '@parlance/contract/voice/engines'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../components/layout/page.tsx'
import { ValidatedInput } from '../../../components/inputs/validated-input.tsx'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useDraft } from '../draft/draft.tsx'
import { useFieldAccess } from '../draft/field-access.ts'
import { TextOf } from '../fields.tsx'
import { isServiceKey } from '../integrations/key-checks.ts'
import { JsonField } from '../settings/json-field.tsx'
import { useVoice } from './use-voice.ts'
import { VoiceServices } from './voice-services.tsx'

const NOISES = ['restaurant', 'office', 'street', 'park', 'none'] as const
const isNoise = (name: string): name is (typeof NOISES)[number] => (NOISES as readonly string[]).includes(name)

export function VoiceAdvanced() {
  const { t } = useTranslation()
  const may = useFieldAccess()
  return (
    <>
      <Section title={t('area.parts.engine')}>
        <EngineField />
      </Section>
      <Section title={t('voices.calls')}>
        <CallFields />
      </Section>
      {may('gcloudPrivateKey') && (
        <Section title={t('voices.google')}>
          <GoogleKeys />
        </Section>
      )}
      {may('vapiConfig') && (
        <Section title={t('voices.vapi')}>
          <Text size="sm" c="dimmed">
            {t('voices.vapiHint')}
          </Text>
          <Vapi field="vapi" hint={t('voices.vapiAssistantHint')} />
          <Vapi field="vapiConfig" hint={t('voices.vapiConfigHint')} />
        </Section>
      )}
    </>
  )
}

/** Who hears and speaks on calls, with what it lacks and costs. */
function EngineField() {
  const { t } = useTranslation()
  const { voice, set } = useVoice()
  const { client } = useScope()
  // Client users see no name of the platform.
  const nameOf = (engine: CallEngineName) =>
    client && engine === 'parlance' ? t('voices.builtInEngine') : t(`voices.engines.${engine}`)
  return (
    <>
      <Select
        aria-label={t('area.parts.engine')}
        description={t('voices.engineHint')}
        data={CALL_ENGINES.map((value) => ({ value, label: nameOf(value) }))}
        allowDeselect={false}
        value={voice.config.engine ?? 'parlance'}
        onChange={(next) => set('config', { engine: CALL_ENGINES.find((one) => one === next) ?? 'parlance' })}
      />
      <VoiceServices />
    </>
  )
}

/** Settings of all calls, whatever their source. */
export function CallFields() {
  const { t } = useTranslation()
  const { voice, set } = useVoice()
  const { enableWebCalling, recordAudio, backgroundNoise, fillerWordsOnToolUsage } = voice.config
  const noises = isNoise(backgroundNoise) ? NOISES : [...NOISES, backgroundNoise]
  return (
    <>
      <Switch
        label={t('area.parts.enableWebCalling')}
        checked={enableWebCalling}
        onChange={(event) => set('config', { enableWebCalling: event.currentTarget.checked })}
      />
      <Switch
        label={t('area.parts.recordAudio')}
        description={t('voices.recordHint')}
        checked={recordAudio}
        onChange={(event) => set('config', { recordAudio: event.currentTarget.checked })}
      />
      <Switch
        label={t('area.parts.fillerWordsOnToolUsage')}
        description={t('voices.fillersHint')}
        checked={fillerWordsOnToolUsage ?? true}
        onChange={(event) => set('config', { fillerWordsOnToolUsage: event.currentTarget.checked })}
      />
      <Select
        label={t('area.parts.backgroundNoise')}
        description={t('voices.noiseHint')}
        data={noises.map((value) => ({ value, label: isNoise(value) ? t(`voices.noises.${value}`) : value }))}
        allowDeselect={false}
        value={backgroundNoise}
        onChange={(next) => next !== null && set('config', { backgroundNoise: next })}
      />
    </>
  )
}

function GoogleKeys() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  const check = async (text: string) => {
    if (text.trim() === '' || (await isServiceKey(text))) return undefined
    return t('voices.badKey')
  }
  return (
    <>
      <TextOf field="gcloudClientEmail" maxLength={300} placeholder="name@project.iam.gserviceaccount.com" />
      <ValidatedInput
        label={t('area.fields.gcloudPrivateKey')}
        description={t('voices.keyHint')}
        multiline
        maxLength={10_000}
        placeholder="-----BEGIN PRIVATE KEY-----"
        value={config.gcloudPrivateKey}
        onChange={(gcloudPrivateKey) => edit({ gcloudPrivateKey })}
        validate={check}
      />
    </>
  )
}

const LARGEST = 50_000

function Vapi({ field, hint }: { field: 'vapi' | 'vapiConfig'; hint: string }) {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  return (
    <JsonField
      label={t(`area.fields.${field}`)}
      description={hint}
      value={config[field]}
      check={(value) => (JSON.stringify(value).length > LARGEST ? t('area.json.tooLarge') : undefined)}
      onChange={(value) => edit({ [field]: value })}
    />
  )
}
