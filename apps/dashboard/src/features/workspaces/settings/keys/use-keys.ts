// Actions on API keys; a key's plain text exists only in the response.
import type { Scope } from '@parlance/contract/lib/scopes'
import type { ApiKey } from '@parlance/contract/workspaces/keys'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../lib/errors.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { confirm } from '../../../../components/overlay/confirm.tsx'
import { notify } from '../../../../components/feedback/notify.ts'

export interface MadeKey {
  data: ApiKey
  key: string
}
export interface KeyValues {
  name: string
  scopes: Scope[]
  expiresInDays: number
}

export function useKeys() {
  const { api, workspace } = useScope()
  return useQuery(api.workspaces.keys.queryOptions({ input: { uid: workspace.uid } }))
}

function useListAgain() {
  const { api } = useScope()
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: api.workspaces.keys.key() })
}

/** Creates a key, or updates the one with this id; `onDone` gets a created key. */
export function useSaveKey(keyId: string | undefined, onDone: (made: MadeKey | undefined) => void) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const again = useListAgain()
  const { uid } = workspace
  return useMutation({
    mutationFn: async ({ name, scopes, expiresInDays }: KeyValues): Promise<MadeKey | undefined> => {
      if (keyId === undefined) return await api.workspaces.createKey.call({ uid, name, scopes, expiresInDays })
      await api.workspaces.updateKey.call({ uid, keyId, name, scopes })
      return undefined
    },
    onSuccess: async (made, { name }) => {
      if (!made) notify.success(t('keys.form.saved', { name }))
      onDone(made)
      await again()
    },
  })
}

export function useRotate(keyId: string, onDone: (made: MadeKey) => void) {
  const { api, workspace } = useScope()
  const again = useListAgain()
  return useMutation({
    mutationFn: (graceDays: number) => api.workspaces.rotateKey.call({ uid: workspace.uid, keyId, graceDays }),
    onSuccess: async (made) => {
      onDone(made)
      await again()
    },
  })
}

export function useRevoke({ id: keyId, name }: ApiKey) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const again = useListAgain()
  return async () => {
    const yes = await confirm({
      title: t('keys.revokeTitle', { name }),
      body: t('keys.revokeBody'),
      confirm: t('keys.revoke'),
    })
    if (!yes) return
    try {
      await api.workspaces.revokeKey.call({ uid: workspace.uid, keyId })
      notify.success(t('keys.revoked', { name }))
    } catch (error) {
      notify.error(errorText(error))
    }
    await again()
  }
}
