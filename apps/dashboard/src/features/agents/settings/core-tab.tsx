import { NumberInput, Switch, TagsInput } from '@mantine/core'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../../i18n/number-locale.ts'
import { GrowingText } from '../../../components/inputs/autosize-text.tsx'
import { ModelPicker } from '../../../components/inputs/model-picker/model-picker.tsx'
import { Section } from '../../../components/layout/page.tsx'
import { useCreditValue } from '../../../lib/credit-value.ts'
import { chunkSizeTooSmall } from '../draft/problems.ts'
import { useDraft } from '../draft/draft.tsx'
import { NumberOf, SwitchOf } from '../fields.tsx'
import { usd } from '../../../components/content/format-number.ts'
import { AnsweringNote } from '../model-summary.tsx'
import { useModels } from '../../../components/model-key/use-models.ts'
import { VariableList } from '../variables/variable-list.tsx'

export function CoreTab() {
  const { config } = useDraft()
  const ours = config.agentPlatform === 'vg'
  // Renders the end of the page later.
  const due = useDeferredValue(true, false)
  return (
    <>
      {ours && <Model />}
      {due && <Limits />}
      {due && ours && <Variables />}
      {due && ours && <Knowledge />}
    </>
  )
}

function Model() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  const models = useModels().list
  const model = config.vg_defaultModel ?? ''
  const fallback = config.vg_fallbackModel ?? ''
  return (
    <Section title={t('agents.settings.model')} description={t('agents.settings.modelText')}>
      <ModelPicker
        label={t('agents.prompt.modelName')}
        description={t('agents.models.modelHint')}
        value={model}
        error={model.trim() === '' && t('agents.settings.required')}
        models={models}
        priced={false}
        onChange={(vg_defaultModel) => edit({ vg_defaultModel })}
      />
      <AnsweringNote />
      <ModelPicker
        label={t('area.fields.vg_fallbackModel')}
        description={t('agents.models.fallbackHint')}
        value={fallback}
        error={fallback.trim() !== '' && fallback.trim() === model.trim() && t('agents.models.fallbackSame')}
        clearable
        models={models}
        onChange={(vg_fallbackModel) => edit({ vg_fallbackModel })}
      />
      <NumberOf
        field="vg_temperature"
        label={t('agents.prompt.temperature')}
        description={t('agents.settings.temperatureHint')}
        min={0}
        max={2}
        step={0.1}
        decimalScale={2}
      />
      <NumberOf
        field="vg_maxTokens"
        label={t('agents.prompt.maxTokens')}
        description={t('agents.settings.maxTokensHint')}
        min={1}
        max={128_000}
        allowDecimal={false}
      />
    </Section>
  )
}

function Limits() {
  const { t, i18n } = useTranslation()
  const { config, edit } = useDraft()
  const creditValue = useCreditValue()
  const credits = config.maxTokensUsage.toLocaleString(numberLocale(i18n.language))
  return (
    <Section title={t('agents.settings.limits')} description={t('agents.settings.limitsText')}>
      <NumberOf
        field="messagesLimit"
        label={t('agents.settings.messagesLimit')}
        min={0}
        max={1_000_000_000}
        allowDecimal={false}
      />
      <NumberOf
        field="maxTokensUsage"
        label={t('agents.settings.maxTokensUsage')}
        description={
          config.maxTokensUsage > 0 && creditValue !== undefined
            ? t('agents.settings.maxTokensUsageHint', {
                credits,
                usd: usd(config.maxTokensUsage * creditValue, i18n.language, 2),
              })
            : undefined
        }
        min={0}
        max={1_000_000_000}
        allowDecimal={false}
      />
      <GrowingText
        label={t('agents.settings.unavailableMessage')}
        description={t('agents.settings.unavailableHint')}
        minRows={2}
        maxLength={500}
        value={config.unavailableMessage}
        onChange={(event) => edit({ unavailableMessage: event.currentTarget.value })}
      />
    </Section>
  )
}

function Variables() {
  const { t } = useTranslation()
  return (
    <Section title={t('agents.variables.title')} description={t('agents.variables.text')}>
      <VariableList />
    </Section>
  )
}

function Knowledge() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  const size = config.vgOptions?.maxChunkSize
  return (
    <Section title={t('agents.settings.knowledge')}>
      <Switch
        label={t('agents.settings.kbEnabled')}
        checked={config.vg_kbEnabled ?? true}
        onChange={(event) => edit({ vg_kbEnabled: event.currentTarget.checked })}
      />
      <NumberOf
        field="vg_kbTopChunks"
        label={t('agents.settings.topChunks')}
        description={t('agents.settings.topChunksHint')}
        min={1}
        max={20}
        allowDecimal={false}
      />
      <Tags />
      <NumberInput
        label={t('agents.settings.threshold')}
        description={t('agents.settings.thresholdHint')}
        suffix=" %"
        min={0}
        max={100}
        allowDecimal={false}
        clampBehavior="strict"
        value={Math.round((config.vg_kbThreshold ?? 0) * 100)}
        onChange={(percent) => edit({ vg_kbThreshold: Number(percent) / 100 })}
      />
      <SwitchOf field="vg_kbSmartSearch" hint={t('agents.settings.smartHint')} />
      <SwitchOf field="vg_kbRerank" hint={t('agents.settings.rerankHint')} />
      <Switch
        label={t('area.fields.vg_kbShowSources')}
        description={t('agents.settings.showSourcesHint')}
        checked={config.vg_kbShowSources ?? true}
        onChange={(event) => edit({ vg_kbShowSources: event.currentTarget.checked })}
      />
      <NumberInput
        label={t('agents.settings.maxChunkSize')}
        description={t('agents.settings.maxChunkHint')}
        allowDecimal={false}
        allowNegative={false}
        max={20_000}
        clampBehavior="blur"
        value={size ?? ''}
        error={chunkSizeTooSmall(size) && t('agents.settings.maxChunkError')}
        onChange={(value) => edit({ vgOptions: { ...config.vgOptions, maxChunkSize: Number(value) } })}
      />
    </Section>
  )
}

function Tags() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  return (
    <TagsInput
      label={t('area.fields.vg_kbTags')}
      description={t('agents.settings.kbTagsHint')}
      maxTags={20}
      value={[...(config.vg_kbTags ?? [])]}
      onChange={(tags) => edit({ vg_kbTags: tags.map((tag) => tag.trim().slice(0, 50)).filter(Boolean) })}
    />
  )
}
