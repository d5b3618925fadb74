import type { DocumentSummary } from '@parlance/contract/knowledge/schemas'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/errors.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { useInvalidateKnowledge } from './add/use-invalidate-knowledge.ts'

/** Refetches a document, or stops that. */
export function useDocumentActions(agentId: string) {
  const { t } = useTranslation()
  const { api } = useScope()
  const changed = useInvalidateKnowledge()
  const run = async (call: Promise<unknown>, said: string) => {
    try {
      await call
      notify.info(said)
    } catch (error) {
      notify.error(errorText(error))
    }
    changed()
  }
  return {
    refetch: ({ ID, name }: DocumentSummary) =>
      void run(api.knowledge.refetch.call({ agentId, docId: ID }), t('knowledge.refetching', { name })),
    cancel: ({ ID, name }: DocumentSummary) =>
      void run(api.knowledge.cancel.call({ agentId, docId: ID }), t('knowledge.stopped', { name })),
  }
}
