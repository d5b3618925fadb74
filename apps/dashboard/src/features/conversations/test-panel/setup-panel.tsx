// Setup of the next message: copy, channel, step and variables.
import { Fieldset, NativeSelect, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { stepLabels } from '@parlance/engine/graph/step-names'
import type { EngineState } from '@parlance/contract/engine/types'
import { useTranslation } from 'react-i18next'
import type { PanelState } from './panel-state.ts'
import { CHANNEL_CHOICES, stepsOf, variablesOf, withVariable, type PanelConfig, type Setup } from './setup.ts'
import classes from './test-panel.module.css'
import { VariableField } from './variable-field.tsx'

interface Props {
  readonly id: string
  readonly state: Pick<PanelState, 'setup' | 'turnId'>
  readonly config: PanelConfig
  readonly known: EngineState['variables']
  readonly onChange: (setup: Setup) => void
}

export function SetupPanel({ id, state: { setup, turnId }, config, known, onChange }: Props) {
  const { t } = useTranslation()
  const { published, channel = 'web-chat', nodeId } = setup
  const steps = stepsOf(config)
  const labels = stepLabels(steps, ({ name, type }) => name || t(`agents.prompt.type.${type}`))
  const choose = (value: string) => onChange({ ...setup, channel: CHANNEL_CHOICES.find((one) => one === value) })
  return (
    <section id={id} className={classes.setup} aria-label={t('debug.setup.toggle')}>
      <Stack gap="sm">
        <SegmentedControl
          fullWidth
          aria-label={t('debug.setup.talkTo')}
          data={[
            { value: 'draft', label: t('debug.setup.draft') },
            { value: 'published', label: t('debug.setup.published') },
          ]}
          value={published ? 'published' : 'draft'}
          onChange={(value) => onChange({ ...setup, published: value === 'published' })}
        />
        <NativeSelect
          label={t('debug.setup.channel')}
          description={t('debug.setup.channelHint')}
          value={channel}
          onChange={(event) => choose(event.currentTarget.value)}
          data={CHANNEL_CHOICES.map((value) => ({ value, label: t(`debug.channels.${value}`) }))}
        />
        {steps.length > 0 ? (
          <Select
            label={t('debug.setup.node')}
            description={t('debug.setup.nodeHint')}
            placeholder={t('debug.setup.nodeNone')}
            searchable
            clearable
            value={nodeId ?? null}
            onChange={(value) => onChange({ ...setup, nodeId: value ?? undefined })}
            data={[...labels].map(([value, label]) => ({ value, label }))}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {t('debug.setup.noSteps')}
          </Text>
        )}
        {/* What was typed for one message is gone with the next turn. */}
        <VariableFields key={turnId} {...{ setup, config, known, onChange }} />
      </Stack>
    </section>
  )
}

interface FieldsProps extends Pick<Props, 'config' | 'known' | 'onChange'> {
  readonly setup: Setup
}

function VariableFields({ setup, config, known, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const all = variablesOf(config)
  return (
    <Fieldset legend={t('debug.setup.variables')} className={classes.fieldset}>
      {all.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('debug.setup.noVariables')}
        </Text>
      )}
      <Stack gap="xs">
        {all.map((variable) => (
          <VariableField
            key={variable.name}
            variable={variable}
            current={Object.hasOwn(known, variable.name) ? known[variable.name] : undefined}
            chosen={setup.variables[variable.name]}
            onChoose={(value) => onChange(withVariable(setup, variable.name, value))}
          />
        ))}
      </Stack>
    </Fieldset>
  )
}
