// Creates or edits a test; asks before discarding changes.
import { Button, Select, Stack, Switch, TextInput } from '@mantine/core'
import type { AgentTest } from '@parlance/contract/evaluations/schemas'
import { CHANNEL_IDS } from '@parlance/contract/channels/list'
import { IconPlus } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeniedReason } from '../../lib/permissions.ts'
import { confirm } from '../../components/overlay/confirm.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { Editing, ReadOnlyProvider } from '../../components/feedback/read-only.tsx'
import { FormFooter } from '../../components/overlay/drawer-footer.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { moved, newStep, readTest, typed, type TypedTest } from './form-state.ts'
import type { AgentParts } from './parts.ts'
import { StepFields } from './step-fields.tsx'
import { newTestId, useSaveTest } from './use-tests.ts'
import { VariableFields } from './variable-fields.tsx'

const MOST_STEPS = 50

interface Props {
  parts: AgentParts
  /** Undefined for a new one. */
  test: AgentTest | undefined
  onClose: () => void
}

export default function TestDrawer({ parts, test, onClose }: Props) {
  const { t } = useTranslation()
  const refusal = useDeniedReason('editor')
  const [first] = useState(() => typed(test))
  const [form, setForm] = useState(first)
  const [id] = useState(() => test?.id ?? newTestId())
  // Shows what is missing after the first attempt to save.
  const [tried, setTried] = useState(false)
  const dirty = form !== first
  const ask = useGuard(dirty)
  const save = useSaveTest(parts.agentId)
  const close = async () => {
    if (!dirty || (await ask())) onClose()
  }
  const submit = async () => {
    setTried(true)
    const whole = readTest(form, id)
    if (!whole) return
    await save.mutateAsync(whole).then(
      () => {
        notify.success(t('evaluations.form.saved'))
        onClose()
      },
      // The error was already shown.
      () => undefined,
    )
  }
  return (
    <SideDrawer
      title={test ? (refusal && test.name) || t('evaluations.form.editTitle') : t('evaluations.form.newTitle')}
      size={640}
      onClose={() => void close()}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <ReadOnlyProvider why={refusal} as="part">
          <Fields form={form} tried={tried} parts={parts} onChange={(patch) => setForm({ ...form, ...patch })} />
        </ReadOnlyProvider>
        {!refusal && <FormFooter label={t('common.save')} pending={save.isPending} onCancel={() => void close()} />}
      </form>
    </SideDrawer>
  )
}

interface FieldsProps {
  form: TypedTest
  tried: boolean
  parts: AgentParts
  onChange: (patch: Partial<TypedTest>) => void
}

function Fields({ form, tried, parts, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const { steps } = form
  return (
    <Stack gap="md">
      <TextInput
        label={t('evaluations.form.name')}
        required
        data-autofocus
        maxLength={200}
        value={form.name}
        error={tried && !form.name.trim() && t('evaluations.form.nameMissing')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Switch
        label={t('evaluations.form.protectedLabel')}
        description={t('evaluations.form.protectedHint')}
        checked={form.protected}
        onChange={(event) => onChange({ protected: event.currentTarget.checked })}
      />
      <Select
        label={t('evaluations.form.channel')}
        allowDeselect={false}
        value={form.channel}
        data={CHANNEL_IDS.map((value) => ({ value, label: t(`evaluations.channels.${value}`) }))}
        onChange={(value) => value && onChange({ channel: value })}
      />
      <VariableFields
        variables={form.variables}
        names={parts.variables}
        tried={tried}
        onChange={(variables) => onChange({ variables })}
      />
      {steps.map((step, at) => (
        <StepFields
          key={step.key}
          n={at + 1}
          of={steps.length}
          step={step}
          tried={tried}
          parts={parts}
          onChange={(next) => onChange({ steps: steps.with(at, next) })}
          onMove={(by) => onChange({ steps: moved(steps, at, by) })}
          onRemove={() => onChange({ steps: steps.toSpliced(at, 1) })}
        />
      ))}
      <Editing>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.5} />}
          disabled={steps.length >= MOST_STEPS}
          onClick={() => onChange({ steps: [...steps, newStep()] })}
        >
          {t('evaluations.form.addStep')}
        </Button>
      </Editing>
    </Stack>
  )
}

function useGuard(dirty: boolean) {
  const { t } = useTranslation()
  const ask = () =>
    confirm({
      title: t('common.discardQuestion.title'),
      body: t('common.discardQuestion.body'),
      confirm: t('common.discardQuestion.confirm'),
    })
  useBlocker({
    shouldBlockFn: async ({ current, next }) => dirty && current.pathname !== next.pathname && !(await ask()),
    enableBeforeUnload: () => dirty,
  })
  return ask
}
