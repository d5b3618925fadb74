import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { MAX_DOCUMENT_CHARS, type Document } from '@parlance/contract/knowledge/schemas'
import type { Refresh } from '@parlance/contract/knowledge/refresh'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeniedReason } from '../../../lib/permissions.ts'
import { creditsFor } from '../../../lib/document-cost.ts'
import { AppLink } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { ReadOnlyProvider } from '../../../components/feedback/read-only.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useInvalidateKnowledge } from '../add/use-invalidate-knowledge.ts'
import { isBusy } from '../document-state.ts'
import { PlanError } from '../../../components/payment/plan-error.tsx'
import { FormFooter } from '../../../components/overlay/drawer-footer.tsx'
import { dateLocale } from '../../../components/content/locale.ts'
import { TextCost } from '../cost.tsx'
import { RefreshField } from '../refresh-field.tsx'
import { TagsField } from '../tags-field.tsx'
import { TextFields, textRules, type TextValues } from '../text-fields.tsx'
import { useDocumentCrawl } from './use-document-crawl.ts'

interface Values extends TextValues {
  refresh: Refresh
}

interface Props {
  document: Document
  onDirty: (dirty: boolean) => void
  onDone: () => void
  onCancel: () => void
}

/** A document's changes as input of the call. */
function changesOf(document: Document, values: Values) {
  const { name, content, tags, refresh } = values
  return {
    ...(name === document.name ? {} : { name }),
    ...(content === document.content ? {} : { content }),
    ...(tags.join(',') === document.tags.join(',') ? {} : { tags }),
    ...(refresh === document.refresh ? {} : { refresh }),
  }
}

function useSave(onSaved: () => void) {
  const { t } = useTranslation()
  const { api } = useScope()
  const changed = useInvalidateKnowledge()
  return useMutation(
    api.knowledge.update.mutationOptions({
      onSuccess: ({ data }) => {
        notify.success(t('knowledge.form.saved', { name: data.name }))
        changed()
        onSaved()
      },
    }),
  )
}

export function ContentTab({ document, onDirty, onDone, onCancel }: Props) {
  const { t } = useTranslation()
  const refusal = useDeniedReason('editor')
  const { ID: docId, agentId, sourceType } = document
  const tooLong = document.content.length > MAX_DOCUMENT_CHARS
  const rules = textRules(t)
  const form = useForm<Values>({
    initialValues: { name: document.name, content: document.content, tags: document.tags, refresh: document.refresh },
    // Text read from a file may exceed the form or be missing; then it can't be edited here.
    validate: {
      name: rules.name,
      content: (value) => (tooLong || value === document.content ? null : rules.content(value)),
    },
  })
  const save = useSave(() => {
    onDirty(false)
    onDone()
  })
  const dirty = form.isDirty() && !save.isSuccess
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  const rewritten = form.values.content !== document.content
  return (
    <form
      onSubmit={form.onSubmit((values) => save.mutate({ agentId, docId, ...changesOf(document, values) }))}
      noValidate
    >
      <Stack gap="md">
        <PlanError error={save.error} />
        <Notes document={document} rewritten={rewritten} tooLong={tooLong} />
        <ReadOnlyProvider why={refusal} as="part">
          <Stack gap="md">
            <TextFields form={form} qa={sourceType === 'qa'} nameOnly={tooLong || isBusy(document)} />
            {sourceType === 'url' && document.crawlId === '' && (
              <RefreshField
                value={form.values.refresh}
                onChange={(refresh) => form.setFieldValue('refresh', refresh)}
              />
            )}
            <CrawlRefresh document={document} />
            <TagsField
              agentId={agentId}
              value={form.values.tags}
              onChange={(tags) => form.setFieldValue('tags', tags)}
            />
          </Stack>
        </ReadOnlyProvider>
      </Stack>
      {!refusal && (
        <FormFooter
          label={t('common.save')}
          pending={save.isPending}
          disabled={!form.isDirty()}
          onCancel={onCancel}
          note={rewritten && <TextCost credits={creditsFor(form.values.content.trim().length)} change />}
        />
      )}
    </form>
  )
}

/** Pages of a crawler job are refreshed with the job. */
function CrawlRefresh({ document }: { document: Document }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const { crawl, isLoading } = useDocumentCrawl(document)
  if (!crawl && !isLoading) return null
  return (
    <RefreshField
      value={crawl?.refresh ?? null}
      setBy={
        <>
          {t('knowledge.refresh.setBy')}{' '}
          {crawl && (
            <Anchor
              inherit
              renderRoot={(props) => <AppLink target={paths.automations(region, { job: crawl.id })} {...props} />}
            >
              {crawl.name}
            </Anchor>
          )}
        </>
      }
    />
  )
}

interface NotesProps {
  document: Document
  rewritten: boolean
  tooLong: boolean
}

/** Hints before editing. */
function Notes({ document, rewritten, tooLong }: NotesProps) {
  const { t } = useTranslation()
  return (
    <>
      {isBusy(document) && (
        <Text component="output" size="sm" c="dimmed">
          {t('knowledge.document.notYet')}
        </Text>
      )}
      {rewritten && document.sourceType === 'url' && (
        <Alert color="yellow">{t('knowledge.document.willBeReplaced')}</Alert>
      )}
      {tooLong && (
        <Text size="sm" c="dimmed">
          {t('knowledge.document.tooLong', { max: MAX_DOCUMENT_CHARS.toLocaleString(dateLocale()) })}
        </Text>
      )}
    </>
  )
}
