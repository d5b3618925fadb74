// The workspace's templates, and deleting the chosen one.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../components/feedback/notify.ts'
import { confirm } from '../../../components/overlay/confirm.tsx'
import { errorText } from '../../../lib/errors.ts'
import { useCan } from '../../../lib/permissions.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { type Chosen, ownId } from './template-picker.tsx'

const SHOWN = 100

/** `remove` requires a chosen one. Client users have no templates. */
export function useOwnTemplates(chosen: Chosen, onDeleted: () => void) {
  const { t } = useTranslation()
  const { api, workspace, client: session } = useScope()
  const client = useQueryClient()
  const mayEdit = useCan('editor')
  const found = useQuery({
    ...api.agentTemplates.list.queryOptions({ input: { uid: workspace.uid, limit: SHOWN } }),
    enabled: session === undefined,
  })
  const own = found.data?.items ?? []
  const deletion = useMutation(
    api.agentTemplates.delete.mutationOptions({
      onSuccess: async () => {
        onDeleted()
        await client.invalidateQueries({ queryKey: api.agentTemplates.key() })
      },
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  const template = own.find(({ id }) => id === ownId(chosen))
  if (!template || !mayEdit) return { own, remove: undefined }
  const remove = async () => {
    const isSure = await confirm({
      title: t('agents.drawer.deleteTemplateTitle', { name: template.name }),
      body: t('agents.drawer.deleteTemplateBody'),
      confirm: t('agents.drawer.deleteTemplate'),
      danger: true,
    })
    if (isSure) deletion.mutate({ uid: workspace.uid, templateId: template.id })
  }
  return { own, remove: () => void remove() }
}
