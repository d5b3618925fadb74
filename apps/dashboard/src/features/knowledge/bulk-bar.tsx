// Actions for several documents: add tags, or delete them with undo.
import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { MAX_DOCUMENTS_CHOSEN } from '@parlance/contract/knowledge/schemas'
import { IconTag, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chunksOf } from '@parlance/contract/leads/import'
import { notify } from '../../components/feedback/notify.ts'
import { useUndoable } from '../../components/feedback/use-undoable-delete.ts'
import { confirm } from '../../components/overlay/confirm.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { errorText } from '../../lib/errors.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { useInvalidateKnowledge } from './add/use-invalidate-knowledge.ts'
import classes from './knowledge.module.css'
import { TagsField } from './tags-field.tsx'

interface Props {
  agentId: string
  /** Ids of the selected documents that are shown. */
  chosen: readonly string[]
  isAll: boolean
  onAll: (chosen: boolean) => void
  onDone: () => void
}

export default function BulkBar({ agentId, chosen, isAll, onAll, onDone }: Props) {
  const { t } = useTranslation()
  const [tagging, setTagging] = useState(false)
  const remove = useBulkDelete(agentId)
  return (
    <Group component="section" aria-label={t('knowledge.bulk.label')} gap="xs" className={classes.bulk}>
      <Checkbox
        label={t('knowledge.bulk.chosen', { count: chosen.length })}
        aria-label={t('knowledge.bulk.chooseAll')}
        checked={isAll}
        indeterminate={!isAll}
        onChange={({ currentTarget }) => onAll(currentTarget.checked)}
      />
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconTag size={14} stroke={1.5} />}
        onClick={() => setTagging(true)}
      >
        {t('knowledge.bulk.addTags')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconTrash size={14} stroke={1.5} />}
        onClick={() => void remove(chosen).then((gone) => gone && onDone())}
      >
        {t('common.delete')}
      </Button>
      {tagging && <AddTags agentId={agentId} chosen={chosen} onDone={onDone} onClose={() => setTagging(false)} />}
    </Group>
  )
}

function AddTags({
  agentId,
  chosen,
  onDone,
  onClose,
}: Pick<Props, 'agentId' | 'chosen' | 'onDone'> & { onClose: () => void }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const invalidate = useInvalidateKnowledge()
  const [tags, setTags] = useState<string[]>([])
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      for (const docIds of chunksOf(chosen, MAX_DOCUMENTS_CHOSEN))
        await api.knowledge.bulk.call({ agentId, docIds, change: { addTags: tags } })
      notify.info(t('knowledge.bulk.tagged', { count: chosen.length }))
      onClose()
      onDone()
    } catch (error) {
      notify.error(errorText(error))
      setSaving(false)
    }
    invalidate()
  }
  return (
    <Dialog onClose={onClose} title={t('knowledge.bulk.addTags')}>
      <Stack>
        <TagsField agentId={agentId} value={tags} onChange={setTags} />
        <Group justify="flex-end">
          <Button loading={saving} disabled={tags.length === 0} onClick={() => void save()}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Asks before deleting several documents; the toast restores them. */
function useBulkDelete(agentId: string) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { begin } = useUndoable()
  const invalidate = useInvalidateKnowledge()
  return async (chosen: readonly string[]): Promise<boolean> => {
    const count = chosen.length
    const yes = await confirm({
      title: t('knowledge.bulk.deleteTitle', { count }),
      body: t('knowledge.bulk.deleteBody'),
      confirm: t('common.delete'),
      danger: true,
    })
    if (!yes) return false
    const parts = chunksOf(chosen, MAX_DOCUMENTS_CHOSEN)
    begin({
      id: chosen.join('/'),
      hides: chosen,
      said: t('knowledge.bulk.deleted', { count }),
      async remove() {
        try {
          for (const docIds of parts) await api.knowledge.bulk.call({ agentId, docIds, change: { delete: true } })
        } finally {
          invalidate()
        }
      },
      async restore() {
        const ended = await Promise.allSettled(
          parts.map((docIds) => api.knowledge.restoreMany.call({ agentId, docIds })),
        )
        for (const part of ended) if (part.status === 'rejected') throw part.reason
      },
      changed: async () => invalidate(),
      failed: (reason) => reason,
    })
    return true
  }
}
