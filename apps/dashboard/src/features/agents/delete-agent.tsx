import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/errors.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { confirm } from '../../components/overlay/confirm.tsx'
import { notify } from '../../components/feedback/notify.ts'

/** Asks, deletes and reports; resolves true when deleted. */
export function useDeleteAgent() {
  const { t } = useTranslation()
  const { api } = useScope()
  const client = useQueryClient()
  return async ({ agentId, title }: { agentId: string; title: string }): Promise<boolean> => {
    const yes = await confirm({
      title: t('agents.list.deleteTitle', { title }),
      body: t('agents.list.deleteBody'),
      confirm: t('agents.list.deleteConfirm'),
    })
    if (!yes) return false
    try {
      await api.agents.delete.call({ agentId })
    } catch (error) {
      notify.error(errorText(error))
      return false
    }
    notify.success(t('agents.list.deleted', { title }))
    for (const procedure of [api.agents.list, api.agents.summaries, api.conversations.listWorkspace]) {
      void client.invalidateQueries({ queryKey: procedure.key() })
    }
    return true
  }
}
