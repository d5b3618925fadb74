// Creates or edits a golden question; asks before discarding changes.
import { Alert, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { GoldenQuestion } from '@parlance/contract/retrieval-evals/schemas'
import { useTranslation } from 'react-i18next'
import { useDeniedReason } from '../../lib/permissions.ts'
import { errorText } from '../../lib/errors.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { ReadOnlyProvider } from '../../components/feedback/read-only.tsx'
import { FormFooter } from '../../components/overlay/drawer-footer.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { useUnsavedGuard } from '../../lib/unsaved-guard.tsx'
import { useMutation } from '../../lib/use-mutation.ts'
import { type Chosen, DocumentPicker } from './document-picker.tsx'
import { useInvalidateRetrievalEvals } from './use-retrieval-evals.ts'

interface Props {
  agentId: string
  /** Undefined for a new one. */
  golden: GoldenQuestion | undefined
  onClose: () => void
}
interface Values {
  question: string
  document: Chosen | undefined
  quote: string
}

function useQuestionForm(golden: GoldenQuestion | undefined) {
  const { t } = useTranslation()
  return useForm<Values>({
    initialValues: {
      question: golden?.question ?? '',
      document: golden && { docId: golden.docId, docName: golden.docName },
      quote: golden?.quote ?? '',
    },
    validate: {
      question: (question) => (question.trim() ? null : t('goldens.form.questionRequired')),
      document: (document) => (document ? null : t('goldens.form.documentRequired')),
    },
  })
}

export default function RetrievalQuestionDrawer({ agentId, golden, onClose }: Props) {
  const { t } = useTranslation()
  const refusal = useDeniedReason('editor')
  const form = useQuestionForm(golden)
  const save = useSave(agentId, golden, onClose)
  const ask = useUnsavedGuard(form.isDirty() && !save.isSuccess)
  const close = async () => {
    if (!form.isDirty() || (await ask())) onClose()
  }
  const { document, question, quote } = form.values
  const submit = () =>
    document && save.mutate({ question: question.trim(), docId: document.docId, quote: quote.trim() })
  return (
    <SideDrawer
      title={t(golden ? 'goldens.form.editTitle' : 'goldens.form.newTitle')}
      size={480}
      onClose={() => void close()}
    >
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <ReadOnlyProvider why={refusal} as="part">
          <Fields agentId={agentId} form={form} failure={save.error} />
        </ReadOnlyProvider>
        {!refusal && (
          <FormFooter label={t('goldens.form.save')} pending={save.isPending} onCancel={() => void close()} />
        )}
      </form>
    </SideDrawer>
  )
}

interface FieldsProps {
  agentId: string
  form: ReturnType<typeof useQuestionForm>
  failure: unknown
}

function Fields({ agentId, form, failure }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <Stack gap="md">
      {failure !== null && (
        <Alert color="red" role="alert">
          {errorText(failure)}
        </Alert>
      )}
      <Textarea
        label={t('goldens.form.question')}
        required
        data-autofocus
        autosize
        minRows={1}
        maxRows={6}
        maxLength={500}
        {...form.getInputProps('question')}
        // Keeps it on one line.
        onChange={(event) => form.setFieldValue('question', event.currentTarget.value.replaceAll('\n', ' '))}
      />
      <DocumentPicker
        agentId={agentId}
        value={form.values.document}
        error={form.errors['document'] as string | undefined}
        onChange={(chosen) => form.setFieldValue('document', chosen)}
      />
      <Textarea
        label={t('goldens.form.quote')}
        description={t('goldens.form.quoteHint')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={500}
        {...form.getInputProps('quote')}
      />
    </Stack>
  )
}

function useSave(agentId: string, golden: GoldenQuestion | undefined, onDone: () => void) {
  const { t } = useTranslation()
  const { api } = useScope()
  const changed = useInvalidateRetrievalEvals()
  return useMutation({
    mutationFn: (body: { question: string; docId: string; quote: string }) =>
      golden
        ? api.goldens.update.call({ agentId, goldenId: golden.id, ...body })
        : api.goldens.create.call({ agentId, ...body }),
    onSuccess: ({ data: { rank } }) => {
      if (rank === null) notify.info(t('goldens.form.notFoundNow'))
      else notify.success(t('goldens.form.foundNow', { rank }))
      void changed()
      onDone()
    },
  })
}
