import { Alert, List, Stack, Textarea } from '@mantine/core'
import { MAX_URLS_AT_ONCE } from '@parlance/contract/knowledge/schemas'
import type { Refresh } from '@parlance/contract/knowledge/refresh'
import { useEffect, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { type Translatable, translateMessage } from '../../../i18n/translate-message.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { PlanError } from '../../../components/payment/plan-error.tsx'
import { FormFooter } from '../../../components/overlay/drawer-footer.tsx'
import { ReadingCost } from '../cost.tsx'
import type { FormProps } from './kinds.ts'
import { RefreshField } from '../refresh-field.tsx'
import { TagsField } from '../tags-field.tsx'
import { addressesOf, isAddress } from './lines.ts'
import { useInvalidateKnowledge } from './use-invalidate-knowledge.ts'

/** Adds pages; refused ones stay in the field with the reason above. */
export function useAddUrls(agentId: string, onAdded: (refused: readonly string[]) => void) {
  const { t } = useTranslation()
  const { api } = useScope()
  const changed = useInvalidateKnowledge()
  return useMutation(
    api.knowledge.addUrls.mutationOptions({
      onSuccess: ({ items, refused }) => {
        if (items.length > 0) notify.success(t('knowledge.urls.added', { count: items.length }))
        changed()
        onAdded(refused.map(({ url }) => url))
      },
    }),
  )
}

export function UrlsForm({ agentId, onDirty, onDone, onCancel }: FormProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [tags, setTags] = useState<string[]>([])
  const [refresh, setRefresh] = useState<Refresh>('never')
  const [said, setSaid] = useState('')
  const add = useAddUrls(agentId, (refused) => {
    setText(refused.join('\n'))
    if (refused.length === 0) onDone()
  })
  const urls = addressesOf(text)
  const dirty = text.trim() !== '' && !add.isPending
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = urls.find((url) => !isAddress(url))
    if (urls.length === 0) return setSaid(t('knowledge.urls.required'))
    if (wrong) return setSaid(t('knowledge.urls.wrong', { line: wrong }))
    if (urls.length > MAX_URLS_AT_ONCE) return setSaid(t('knowledge.urls.tooMany', { max: MAX_URLS_AT_ONCE }))
    setSaid('')
    add.mutate({ agentId, urls, tags, refresh })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <PlanError error={add.error} />
        <RefusedUrlList refused={add.data?.refused ?? []} />
        <Textarea
          label={t('knowledge.urls.label')}
          description={t('knowledge.urls.hint')}
          placeholder={'https://example.com/help\nhttps://example.com/prices'}
          data-autofocus
          required
          autosize
          minRows={5}
          maxRows={16}
          error={said || undefined}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setSaid('')
          }}
        />
        <RefreshField value={refresh} onChange={setRefresh} />
        <TagsField agentId={agentId} value={tags} onChange={setTags} />
      </Stack>
      <FormFooter
        label={urls.length > 1 ? t('knowledge.urls.addMany', { count: urls.length }) : t('knowledge.urls.add')}
        pending={add.isPending}
        note={<ReadingCost pages />}
        onCancel={onCancel}
      />
    </form>
  )
}

interface RefusedUrl extends Omit<Translatable, 'message'> {
  readonly url: string
  readonly reason: string
}

export function RefusedUrlList({ refused }: { refused: readonly RefusedUrl[] }) {
  const { t } = useTranslation()
  if (refused.length === 0) return null
  return (
    <Alert color="red" role="alert" title={t('knowledge.urls.refused', { count: refused.length })}>
      <List size="sm">
        {refused.map(({ url, reason, ...code }) => (
          <List.Item key={url} style={{ overflowWrap: 'anywhere' }}>
            {`${url}: ${translateMessage({ ...code, message: reason })}`}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
