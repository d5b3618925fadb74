import { Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { creditsFor } from '../../../lib/document-cost.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { PlanError } from '../../../components/payment/plan-error.tsx'
import { FormFooter } from '../../../components/overlay/drawer-footer.tsx'
import { TextCost } from '../cost.tsx'
import type { FormProps } from './kinds.ts'
import { TagsField } from '../tags-field.tsx'
import { EMPTY_TEXT, TextFields, textRules, type TextValues } from '../text-fields.tsx'
import { useInvalidateKnowledge } from './use-invalidate-knowledge.ts'

export function TextForm({ agentId, onDirty, onDone, onCancel }: FormProps) {
  const { t } = useTranslation()
  const { api } = useScope()
  const changed = useInvalidateKnowledge()
  const form = useForm<TextValues>({ initialValues: EMPTY_TEXT, validate: textRules(t) })
  const save = useMutation(
    api.knowledge.create.mutationOptions({
      onSuccess: ({ data }) => {
        notify.success(t('knowledge.form.saved', { name: data.name }))
        changed()
        onDirty(false)
        onDone()
      },
    }),
  )
  const dirty = form.isDirty() && !save.isSuccess
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate({ agentId, ...values }))} noValidate>
      <Stack gap="md">
        <PlanError error={save.error} />
        <TextFields form={form} />
        <TagsField agentId={agentId} value={form.values.tags} onChange={(tags) => form.setFieldValue('tags', tags)} />
      </Stack>
      <FormFooter
        label={t('knowledge.form.add')}
        pending={save.isPending}
        onCancel={onCancel}
        note={<TextCost credits={creditsFor(form.values.content.trim().length)} change={false} />}
      />
    </form>
  )
}
