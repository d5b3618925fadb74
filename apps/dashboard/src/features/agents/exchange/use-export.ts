// Downloads an agent's draft as a file.
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { download } from '../../../lib/files/download.ts'
import { notify } from '../../../components/feedback/notify.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { fileNameOf } from './file-name.ts'

interface Wanted {
  agentId: string
  /** Saves pending changes first; false when that failed. */
  flush?: () => Promise<boolean>
}

export function useExport() {
  const { t } = useTranslation()
  const { api } = useScope()
  return useMutation({
    mutationFn: async ({ agentId, flush }: Wanted) => {
      if (flush && !(await flush())) throw new Error(t('agents.exchange.unsaved'))
      const file = await api.agents.export.call({ agentId })
      const name = fileNameOf(file.config.title)
      download(name, `${JSON.stringify(file, null, 2)}\n`)
      return { title: file.config.title, file: name }
    },
    onSuccess: (done) => notify.success(t('agents.exchange.exported', done)),
    onError: (error) => notify.error(t('agents.exchange.exportFailed', { reason: errorText(error) })),
  })
}
