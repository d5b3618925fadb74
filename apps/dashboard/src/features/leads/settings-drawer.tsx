// When a visitor becomes a lead, and the stages of leads.
import { ActionIcon, Button, Group, Stack, TagsInput, Text, TextInput, Title, Fieldset } from '@mantine/core'
import { randomId } from '@parlance/contract/lib/ids'
import {
  type LeadSettings,
  MAX_RULE_VARIABLES,
  MAX_RULES,
  MAX_STAGES,
  type Stage,
} from '@parlance/contract/leads/schemas'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { errorText } from '../../lib/errors.ts'
import { useGuardedClose } from '../../lib/unsaved-guard.tsx'
import { useScope } from '../../lib/workspace-scope.tsx'
import { useAct, useLeadSettings, useMayEdit } from './use-leads.ts'

export default function SettingsDrawer({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { rules, stages, isPending, error, refetch } = useLeadSettings(agentId)
  const [isDirty, setDirty] = useState(false)
  const close = useGuardedClose(isDirty, onClose)
  return (
    <SideDrawer title={t('leads.settings.title')} size="lg" onClose={close}>
      {isPending ? (
        <RowSkeletons />
      ) : error ? (
        <ErrorMessage text={errorText(error)} onRetry={() => void refetch()} />
      ) : (
        <Editor
          agentId={agentId}
          stored={{ rules, stages: [...stages] }}
          onDirty={() => setDirty(true)}
          onClose={onClose}
        />
      )}
    </SideDrawer>
  )
}

interface RuleRow {
  key: string
  names: string[]
}
const USUAL_VARIABLES = ['name', 'email', 'phone', 'phone_number', 'company']

interface EditorProps {
  agentId: string
  stored: LeadSettings
  onDirty: () => void
  onClose: () => void
}

function Editor({ agentId, stored, onDirty, onClose }: EditorProps) {
  const { t } = useTranslation()
  const { api } = useScope()
  const act = useAct()
  const mayEdit = useMayEdit()
  const [rules, setRules] = useState<RuleRow[]>(() => stored.rules.map((names) => ({ key: randomId(8), names })))
  const [stages, setStages] = useState<Stage[]>(stored.stages)
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    const settings = {
      rules: rules.map(({ names }) => names).filter((names) => names.length > 0),
      stages,
    }
    const saved = await act(() => api.leads.saveSettings.call({ agentId, ...settings }), t('leads.settings.saved'))
    setSaving(false)
    if (saved) onClose()
  }
  return (
    <Fieldset variant="unstyled" disabled={!mayEdit}>
      <Stack gap="lg">
        <Rules
          rules={rules}
          onChange={(next) => {
            onDirty()
            setRules(next)
          }}
        />
        <Stages
          agentId={agentId}
          stages={stages}
          onChange={(next) => {
            onDirty()
            setStages(next)
          }}
        />
        {mayEdit && (
          <Group justify="flex-end">
            <Button loading={saving} onClick={() => void save()}>
              {t('common.save')}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  )
}

function Rules({ rules, onChange }: { rules: RuleRow[]; onChange: (rules: RuleRow[]) => void }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('leads.settings.rules')}>
      <Title order={3} size="h6">
        {t('leads.settings.rules')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(rules.length === 0 ? 'leads.settings.usual' : 'leads.settings.rulesHint')}
      </Text>
      <Stack gap="xs">
        {rules.map(({ key, names }, at) => (
          <Stack key={key} gap="xs">
            {at > 0 && (
              <Text size="xs" fw={500} c="dimmed">
                {t('leads.settings.or')}
              </Text>
            )}
            <Group gap={6} wrap="nowrap" align="flex-start">
              <TagsInput
                flex={1}
                aria-label={t('leads.settings.rule', { number: at + 1 })}
                placeholder={names.length === 0 ? t('leads.settings.variable') : ''}
                maxTags={MAX_RULE_VARIABLES}
                data={USUAL_VARIABLES}
                value={names}
                onChange={(next) => onChange(rules.map((rule) => (rule.key === key ? { key, names: next } : rule)))}
              />
              <ActionIcon
                mt={4}
                aria-label={t('leads.settings.removeRule', { number: at + 1 })}
                onClick={() => onChange(rules.filter((rule) => rule.key !== key))}
              >
                <IconTrash size={16} stroke={1.5} />
              </ActionIcon>
            </Group>
          </Stack>
        ))}
        <div>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} stroke={1.5} />}
            disabled={rules.length >= MAX_RULES}
            onClick={() => onChange([...rules, { key: randomId(8), names: [] }])}
          >
            {t('leads.settings.addRule')}
          </Button>
        </div>
      </Stack>
    </section>
  )
}

interface StagesProps {
  agentId: string
  stages: Stage[]
  onChange: (stages: Stage[]) => void
}

function Stages({ agentId, stages, onChange }: StagesProps) {
  const { t } = useTranslation()
  const { nameOf } = useLeadSettings(agentId)
  const shown = ({ id, name }: Stage) => name || nameOf(id)
  const move = (from: number, to: number) => {
    const next = [...stages]
    const [one] = next.splice(from, 1)
    if (one) next.splice(to, 0, one)
    onChange(next)
  }
  return (
    <section aria-label={t('leads.settings.stages')}>
      <Title order={3} size="h6">
        {t('leads.settings.stages')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('leads.settings.stagesHint')}
      </Text>
      <Stack gap={6}>
        {stages.map((stage, at) => (
          <Group key={stage.id} gap={4} wrap="nowrap">
            <TextInput
              flex={1}
              maxLength={60}
              aria-label={t('leads.settings.stage', { number: at + 1 })}
              placeholder={nameOf(stage.id)}
              value={stage.name}
              onChange={({ currentTarget }) =>
                onChange(stages.map((one) => (one.id === stage.id ? { ...one, name: currentTarget.value } : one)))
              }
            />
            <ActionIcon
              aria-label={t('leads.settings.up', { name: shown(stage) })}
              disabled={at === 0}
              onClick={() => move(at, at - 1)}
            >
              <IconArrowUp size={16} stroke={1.5} />
            </ActionIcon>
            <ActionIcon
              aria-label={t('leads.settings.down', { name: shown(stage) })}
              disabled={at === stages.length - 1}
              onClick={() => move(at, at + 1)}
            >
              <IconArrowDown size={16} stroke={1.5} />
            </ActionIcon>
            <ActionIcon
              aria-label={t('leads.settings.removeStage', { name: shown(stage) })}
              disabled={stages.length === 1}
              onClick={() => onChange(stages.filter(({ id }) => id !== stage.id))}
            >
              <IconTrash size={16} stroke={1.5} />
            </ActionIcon>
          </Group>
        ))}
        <div>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} stroke={1.5} />}
            disabled={stages.length >= MAX_STAGES}
            onClick={() =>
              onChange([...stages, { id: `s-${randomId(8).toLowerCase()}`, name: t('leads.settings.newStage') }])
            }
          >
            {t('leads.settings.addStage')}
          </Button>
        </div>
      </Stack>
    </section>
  )
}
