import type { DocumentSummary } from '@parlance/core/knowledge/knowledge'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../errors.ts'
import { useScope } from '../../scope.tsx'
import { askFirst } from '../../ui/confirm.tsx'
import { notify } from '../../ui/notify.ts'
import { useUndoable } from '../../ui/use-undoable.ts'

/** Asks, then deletes a document in a way that can be undone for a while. */
export function useDeleteDocument(agentId: string) {
  const { t } = useTranslation()
  const { api } = useScope()
  const client = useQueryClient()
  const { begin, pending } = useUndoable()
  const remove = async ({ ID, name }: DocumentSummary) => {
    try {
      await api.knowledge.delete.call({ agentId, docId: ID })
      await client.invalidateQueries({ queryKey: api.knowledge.list.key() })
      return true
    } catch (error) {
      notify.error(t('knowledge.deleteFailed', { name, reason: errorText(error) }))
      return false
    }
  }
  const ask = async (document: DocumentSummary) => {
    const { ID, name, chunkCount } = document
    const yes = await askFirst({
      title: t('knowledge.deleteTitle', { name }),
      body: t('knowledge.deleteBody', { count: chunkCount }),
      confirm: t('knowledge.deleteConfirm'),
    })
    if (yes) begin({ id: ID, said: t('knowledge.deleted', { name }), remove: () => remove(document) })
  }
  return { ask, pending }
}
