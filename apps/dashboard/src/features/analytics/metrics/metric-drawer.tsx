import { Button, Group, NumberInput, Radio, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { choicesProblem, MAX_CHOICES, METRIC_KINDS, type MetricKind } from '@parlance/contract/metrics/schemas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { translateMessage } from '../../../i18n/translate-message.ts'
import { errorText } from '../../../lib/errors.ts'
import { useGuardedClose } from '../../../lib/unsaved-guard.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { type Metric, useChanged } from './use-metrics.ts'

interface Props {
  agentId: string
  /** Absent for a new metric. */
  metric?: Metric
  onClose: () => void
  onSaved: (metricId: string) => void
}

const FRESH = { name: '', question: '', kind: 'yes-no' as MetricKind, choices: [], samplePercent: 100, monthlyCap: 500 }

export default function MetricDrawer({ agentId, metric, onClose, onSaved }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const changed = useChanged()
  const [form, setForm] = useState(() => ({ ...FRESH, ...metric }))
  const [isDirty, setDirty] = useState(false)
  const close = useGuardedClose(isDirty, onClose)
  const set = (change: Partial<typeof form>) => {
    setDirty(true)
    setForm({ ...form, ...change })
  }
  const choices = form.kind === 'category' ? form.choices : []
  const save = useMutation({
    async mutationFn() {
      const { name, question, kind, samplePercent, monthlyCap } = form
      const fields = { name, question, kind, choices, samplePercent, monthlyCap }
      const { data } = metric
        ? await api.metrics.update.call({ agentId, metricId: metric.id, ...fields })
        : await api.metrics.create.call({ agentId, ...fields })
      return data.id
    },
    async onSuccess(id) {
      await changed()
      onSaved(id)
    },
  })
  const problem = choicesProblem({ kind: form.kind, choices })
  const [isTold, setTold] = useState(false)
  const asksElse =
    metric &&
    metric.judged > 0 &&
    (metric.question !== form.question ||
      metric.kind !== form.kind ||
      metric.choices.join('\n') !== form.choices.join('\n'))
  return (
    <SideDrawer title={metric ? t('metrics.edit') : t('metrics.new')} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setTold(true)
          if (!problem) save.mutate()
        }}
      >
        <Stack>
          <TextInput
            data-autofocus
            required
            label={t('metrics.form.name')}
            placeholder={t('metrics.form.namePlaceholder')}
            maxLength={80}
            value={form.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <Textarea
            required
            autosize
            minRows={2}
            label={t('metrics.form.question')}
            description={t('metrics.form.questionHint')}
            placeholder={t('metrics.form.questionPlaceholder')}
            maxLength={1000}
            value={form.question}
            onChange={(event) => set({ question: event.currentTarget.value })}
          />
          <Radio.Group
            label={t('metrics.form.kind')}
            value={form.kind}
            onChange={(kind) => set({ kind: kind as MetricKind })}
          >
            <Stack gap="xs" mt={4}>
              {METRIC_KINDS.map((kind) => (
                <Radio key={kind} value={kind} label={t(`metrics.kind.${kind}`)} />
              ))}
            </Stack>
          </Radio.Group>
          {form.kind === 'category' && (
            <TagsInput
              label={t('metrics.form.choices')}
              description={t('metrics.form.choicesHint')}
              maxTags={MAX_CHOICES}
              error={isTold && problem && translateMessage(problem)}
              value={form.choices}
              onChange={(choices) => set({ choices })}
            />
          )}
          <NumberInput
            label={t('metrics.form.sample')}
            description={t('metrics.form.sampleHint')}
            min={1}
            max={100}
            allowDecimal={false}
            suffix="%"
            value={form.samplePercent}
            onChange={(value) => set({ samplePercent: Number(value) })}
          />
          <NumberInput
            label={t('metrics.form.cap')}
            description={t('metrics.form.capHint')}
            min={1}
            max={1_000_000}
            allowDecimal={false}
            value={form.monthlyCap}
            onChange={(value) => set({ monthlyCap: Number(value) })}
          />
          {asksElse && (
            <Text size="sm" c="orange">
              {t('metrics.form.asksElse')}
            </Text>
          )}
          {save.error && (
            <Text size="sm" c="red" role="alert">
              {errorText(save.error)}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t('common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </SideDrawer>
  )
}
