// Writing or rewriting one document; closing with unsaved words asks first.
import { Alert, Button, Drawer, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import type { Document } from '@parlance/core/knowledge/knowledge'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { errorText, hasCode } from '../../errors.ts'
import { useScope } from '../../scope.tsx'
import { askFirst } from '../../ui/confirm.tsx'
import { notify } from '../../ui/notify.ts'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { creditsFor, PAGE_CHARS } from '../../document-cost.ts'
import classes from './knowledge.module.css'

/** The server's bound; it refuses longer texts by itself. */
const MAX_CHARS = 500_000

interface Props {
  agentId: string
  /** Undefined makes a new document. */
  docId: string | undefined
  onClose: () => void
}

export default function DocumentDrawer({ agentId, docId, onClose }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const document = useQuery(
    api.knowledge.get.queryOptions({
      input: { agentId, docId: docId ?? '' },
      enabled: docId !== undefined,
      staleTime: 0,
      refetchOnWindowFocus: false,
    }),
  )
  const ready = docId === undefined || document.data
  if (ready) return <Form key={docId} agentId={agentId} document={document.data?.data} onClose={onClose} />
  return (
    <Drawer
      opened
      onClose={onClose}
      size={640}
      title={t('knowledge.form.editTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {document.error ? (
        <Alert color="red" role="alert">
          {hasCode(document.error, 'NOT_FOUND') ? t('knowledge.form.gone') : errorText(document.error)}
        </Alert>
      ) : (
        <RowSkeletons rows={2} height={120} />
      )}
    </Drawer>
  )
}

function useGuard(dirty: boolean) {
  const { t } = useTranslation()
  const ask = () =>
    askFirst({
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

function Form({
  agentId,
  document,
  onClose,
}: {
  agentId: string
  document: Document | undefined
  onClose: () => void
}) {
  const { t } = useTranslation()
  const form = useForm<Values>({
    initialValues: { name: document?.name ?? '', content: document?.content ?? '' },
    validate: {
      name: (value) => (value.trim() ? null : t('knowledge.form.nameRequired')),
      content: (value) => {
        if (!value.trim()) return t('knowledge.form.textRequired')
        return value.length > MAX_CHARS ? t('knowledge.form.tooLong', { max: MAX_CHARS.toLocaleString() }) : null
      },
    },
  })
  const save = useSave(agentId, document, onClose)
  const ask = useGuard(form.isDirty() && !save.isSuccess)
  const close = async () => {
    if (!form.isDirty() || (await ask())) onClose()
  }
  return (
    <Drawer
      opened
      onClose={() => void close()}
      size={640}
      title={document ? t('knowledge.form.editTitle') : t('knowledge.form.newTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Fields form={form} failure={save.error ? errorText(save.error) : ''} />
        <div className={classes.foot}>
          {form.isDirty() || !document ? <Cost text={form.values.content} change={Boolean(document)} /> : null}
          <Button variant="default" onClick={() => void close()}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={document && !form.isDirty()}>
            {document ? t('common.save') : t('knowledge.form.add')}
          </Button>
        </div>
      </form>
    </Drawer>
  )
}

interface Values {
  name: string
  content: string
}

function Fields({ form, failure }: { form: UseFormReturnType<Values>; failure: string }) {
  const { t } = useTranslation()
  return (
    <Stack gap="md">
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      <TextInput
        label={t('knowledge.form.name')}
        description={t('knowledge.form.nameHint')}
        data-autofocus
        required
        maxLength={300}
        {...form.getInputProps('name')}
      />
      <div>
        <Textarea
          label={t('knowledge.form.text')}
          className={classes.text}
          required
          autosize
          minRows={12}
          maxRows={28}
          {...form.getInputProps('content')}
        />
        <Count text={form.values.content} />
      </div>
    </Stack>
  )
}

function useSave(agentId: string, document: Document | undefined, onClose: () => void) {
  const { t } = useTranslation()
  const { api } = useScope()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (values: Values) =>
      document
        ? api.knowledge.update.call({ agentId, docId: document.ID, ...values })
        : api.knowledge.create.call({ agentId, ...values }),
    onSuccess: ({ data }) => {
      notify.success(t('knowledge.form.saved', { name: data.name }))
      void client.invalidateQueries({ queryKey: api.knowledge.key() })
      onClose()
    },
  })
}

function Count({ text }: { text: string }) {
  const { t, i18n } = useTranslation()
  const say = (value: number) => value.toLocaleString(i18n.language)
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {t('knowledge.form.count', {
        chars: say(text.length),
        max: say(MAX_CHARS),
        tokens: say(Math.ceil(text.length / 4)),
      })}
    </Text>
  )
}

/** What the text costs, beside the button that spends it; of a change it is the most, for kept passages cost nothing. */
function Cost({ text, change }: { text: string; change: boolean }) {
  const { t, i18n } = useTranslation()
  const say = (value: number) => value.toLocaleString(i18n.language)
  const credits = creditsFor(text.trim().length)
  return (
    <Text size="xs" c="dimmed" className={classes.cost} component="p" m={0}>
      <Text span size="sm" fw={500} c="bright" display="block">
        {t(change ? 'knowledge.form.changeCost' : 'knowledge.form.cost', { count: credits, credits: say(credits) })}
      </Text>
      {t(change ? 'knowledge.form.changePrice' : 'knowledge.form.price', { chars: say(PAGE_CHARS) })}
    </Text>
  )
}
