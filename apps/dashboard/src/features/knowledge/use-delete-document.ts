import type { DocumentSummary } from '@parlance/contract/knowledge/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../lib/workspace-scope.tsx'
import { confirm } from '../../components/overlay/confirm.tsx'
import { useUndoable } from '../../components/feedback/use-undoable-delete.ts'

/** Asks, then deletes a document with undo. */
export function useDeleteDocument(agentId: string) {
  const { t } = useTranslation()
  const { api } = useScope()
  const client = useQueryClient()
  const { begin, pending } = useUndoable()
  const changed = () =>
    Promise.all(
      [api.knowledge.list, api.knowledge.tags].map((call) => client.invalidateQueries({ queryKey: call.key() })),
    )
  const ask = async ({ ID, name, chunkCount }: DocumentSummary) => {
    const yes = await confirm({
      title: t('knowledge.deleteTitle', { name }),
      body: t('knowledge.deleteBody', { count: chunkCount }),
      confirm: t('knowledge.deleteConfirm'),
    })
    if (!yes) return
    begin({
      id: ID,
      said: t('knowledge.deleted', { name }),
      remove: () => api.knowledge.delete.call({ agentId, docId: ID }),
      restore: () => api.knowledge.restore.call({ agentId, docId: ID }),
      changed,
      failed: (reason) => t('knowledge.deleteFailed', { name, reason }),
    })
  }
  return { ask, pending }
}
