// A document's passages as the search knows them, with correction.
import { ActionIcon, Alert, Badge, Button, Group, Stack, Text, Textarea, Tooltip } from '@mantine/core'
import type { Document } from '@parlance/contract/knowledge/schemas'
import type { ChunkView } from '@parlance/contract/knowledge/sources-api'
import { IconPencil } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../../i18n/number-locale.ts'
import { useCan } from '../../../lib/permissions.ts'
import { errorText, hasCode } from '../../../lib/errors.ts'
import { listProps, paged } from '../../../lib/paged-query.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { PagesDrawing } from '../../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { useFocusFirst } from '../../../components/overlay/focus-first.ts'
import { notify } from '../../../components/feedback/notify.ts'
import { PagedList } from '../../../components/lists/paged-list.tsx'
import { Passage } from '../../../components/content/passage.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useInvalidateKnowledge } from '../add/use-invalidate-knowledge.ts'
import classes from '../knowledge.module.css'

interface Props {
  document: Document
  onDirty: (dirty: boolean) => void
}

export function PassagesTab({ document, onDirty }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId, ID: docId } = document
  const builds = useCan('editor')
  const [editing, setEditing] = useState<number>()
  /** The passage whose edit button gets the focus back. */
  const left = useRef<number>(undefined)
  const chunks = useInfiniteQuery(
    api.knowledge.chunks.infiniteOptions({
      input: (cursor: string | undefined) => ({ agentId, docId, limit: 20, ...(cursor ? { cursor } : {}) }),
      ...paged,
      // Does not replace what is being edited.
      refetchOnWindowFocus: editing === undefined,
    }),
  )
  const items = chunks.data?.pages.flatMap((page) => page.items) ?? []
  const stop = () => {
    left.current = editing
    setEditing(undefined)
    onDirty(false)
  }
  const takeBack = (n: number) => (pencil: HTMLButtonElement | null) => {
    if (!pencil || left.current !== n) return
    left.current = undefined
    pencil.focus()
  }
  return (
    <>
      <PagedList
        of="passages"
        shown={items.length}
        search=""
        onClearSearch={() => {}}
        empty={<EmptyState drawing={<PagesDrawing />} title={t('knowledge.passages.none')} />}
        {...listProps(chunks)}
      >
        <ol className={classes.passages}>
          {items.map((chunk) => (
            <li key={chunk.n} className={classes.passage}>
              {editing === chunk.n ? (
                <Editor document={document} chunk={chunk} onDirty={onDirty} onClose={stop} />
              ) : (
                <Shown
                  chunk={chunk}
                  pencil={takeBack(chunk.n)}
                  onEdit={builds && editing === undefined ? () => setEditing(chunk.n) : undefined}
                />
              )}
            </li>
          ))}
        </ol>
      </PagedList>
    </>
  )
}

interface ShownProps {
  chunk: ChunkView
  pencil: (button: HTMLButtonElement | null) => void
  /** Absent while another passage is edited, and without permission. */
  onEdit: (() => void) | undefined
}

function Shown({ chunk, pencil, onEdit }: ShownProps) {
  const { t, i18n } = useTranslation()
  const number = chunk.n + 1
  return (
    <>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Text size="sm" fw={500} className="truncate">
          {chunk.heading || t('knowledge.passages.number', { number })}
        </Text>
        <Group gap={6} wrap="nowrap" style={{ flex: 'none' }}>
          <Text size="xs" c="dimmed">
            {t('knowledge.size', { chars: chunk.text.length.toLocaleString(numberLocale(i18n.language)) })}
          </Text>
          {!chunk.embedded && (
            <Tooltip label={t('knowledge.indexingHint')}>
              <Badge size="sm" color="gray">
                {t('knowledge.passages.wordsOnly')}
              </Badge>
            </Tooltip>
          )}
          {onEdit && (
            <ActionIcon ref={pencil} aria-label={t('knowledge.passages.edit', { number })} onClick={onEdit}>
              <IconPencil size={16} stroke={1.5} />
            </ActionIcon>
          )}
        </Group>
      </Group>
      <Passage label={t('knowledge.passages.number', { number })} className={classes.quote} text={chunk.text} />
    </>
  )
}

interface EditorProps extends Props {
  chunk: ChunkView
  onClose: () => void
}

function Editor({ document, chunk: shown, onDirty, onClose }: EditorProps) {
  const { t } = useTranslation()
  // As it was when editing began: the server refuses to replace another text.
  const [chunk] = useState(shown)
  const { api } = useScope()
  const changed = useInvalidateKnowledge()
  const [text, setText] = useState(chunk.text)
  const field = useFocusFirst<HTMLTextAreaElement>()
  const dirty = text !== chunk.text
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  const save = useMutation(
    api.knowledge.updateChunk.mutationOptions({
      onSuccess: () => {
        notify.success(t('knowledge.passages.saved'))
        changed()
        onClose()
      },
    }),
  )
  const send = (next: string) =>
    save.mutate({ agentId: document.agentId, docId: document.ID, n: chunk.n, before: chunk.text, text: next })
  return (
    <Stack gap="xs">
      {save.error && (
        <Alert color="red" role="alert">
          {hasCode(save.error, 'STALE') ? t('knowledge.passages.stale') : errorText(save.error)}
        </Alert>
      )}
      <Textarea
        ref={field}
        label={t('knowledge.passages.number', { number: chunk.n + 1 })}
        description={t(document.sourceType === 'url' ? 'knowledge.passages.hintUrl' : 'knowledge.passages.hint')}
        autosize
        minRows={4}
        maxRows={24}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group gap="xs" justify="space-between">
        <Button variant="subtle" color="red" size="xs" loading={save.isPending} onClick={() => send('')}>
          {t('knowledge.passages.remove')}
        </Button>
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button size="xs" loading={save.isPending} disabled={!dirty || !text.trim()} onClick={() => send(text)}>
            {t('common.save')}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}
