// The account's photo; the server crops it to a square.
import type { Account } from '@parlance/contract/accounts/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../../lib/api.ts'
import { setSession } from '../../../lib/session/session.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { PhotoUpload } from '../../../components/inputs/upload/photo-upload.tsx'
import { FormError } from '../../../components/feedback/form-error.tsx'

export function PhotoField({ account }: { account: Account }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const saved = ({ account: now }: { account: Account }) => {
    setSession(client, now)
    // Members lists and the workspace's log show it too.
    void client.invalidateQueries({ predicate: ({ queryKey }) => JSON.stringify(queryKey).includes('"workspaces"') })
  }
  const remove = useMutation(globalApi.accounts.removePhoto.mutationOptions({ onSuccess: saved }))
  return (
    <>
      <FormError error={remove.error} />
      <PhotoUpload<{ account: Account }>
        label={t('accountData.photo.label')}
        description={t('accountData.photo.text')}
        value={account.photoURL}
        path="/api/account/photo"
        onSent={(answer) => {
          saved(answer)
          return answer.account.photoURL
        }}
        onRemove={() => remove.mutate({})}
      />
    </>
  )
}
