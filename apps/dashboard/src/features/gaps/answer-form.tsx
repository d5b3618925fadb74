// Answers a question in place. Keeps the text when saving fails.
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Gap } from '@parlance/contract/gaps/schemas'
import { useImperativeHandle, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { useGuardedClose } from '../../lib/unsaved-guard.tsx'
import { useAnswer } from './use-gaps.ts'
import { FormError } from '../../components/feedback/form-error.tsx'

export interface AnswerFormHandle {
  /** Asks first when something was written. */
  readonly close: () => void
}

interface Props {
  ref?: Ref<AnswerFormHandle>
  agentId: string
  gap: Gap
  onClose: () => void
  onAnswered: (gap: Gap) => void
}

const MAX = { question: 300, answer: 20_000 }

export function AnswerForm({ ref, agentId, gap, onClose, onAnswered }: Props) {
  const { t } = useTranslation()
  const answer = useAnswer()
  const filled = (text: string) => (text.trim() ? null : t('gaps.form.required'))
  const form = useForm({
    initialValues: { question: gap.question.slice(0, MAX.question), answer: '' },
    validate: { question: filled, answer: filled },
  })
  const close = useGuardedClose(form.isDirty(), onClose)
  useImperativeHandle(ref, () => ({ close }))
  const submit = ({ question, answer: text }: typeof form.values) =>
    answer.mutate(
      { agentId, gapId: gap.id, question: question.trim(), answer: text.trim() },
      { onSuccess: ({ gap: answered }) => onAnswered(answered) },
    )
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack gap="sm">
        <FormError error={answer.error} />
        <TextInput
          label={t('gaps.form.question')}
          required
          maxLength={MAX.question}
          {...form.getInputProps('question')}
        />
        <Textarea
          label={t('gaps.form.answer')}
          required
          autosize
          minRows={3}
          maxRows={14}
          maxLength={MAX.answer}
          // Opened to be typed in.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onKeyDown={(event) => {
            if (event.key === 'Escape') close()
          }}
          {...form.getInputProps('answer')}
        />
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={answer.isPending}>
            {t('gaps.form.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
