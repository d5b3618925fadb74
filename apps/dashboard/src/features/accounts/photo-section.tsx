// The photo of oneself: chosen or dropped, cut to a square by the server, taken away again.
import type { Account } from '@parlance/contract/accounts/schemas'
import { ACCEPTED_IMAGES, MAX_UPLOAD_MB } from '@parlance/contract/files/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../lib/api.ts'
import { dataUrl } from '../../lib/data-url.ts'
import { errorText } from '../../lib/errors.ts'
import { postJson } from '../../lib/send-body.ts'
import { setSession } from '../../lib/session.ts'
import { type SendFile, Upload } from '../../components/inputs/upload.tsx'
import { useMutation } from '../../lib/use-mutation.ts'
import { Refused } from './refused.tsx'

export function PhotoField({ account }: { account: Account }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const saved = ({ account: now }: { account: Account }) => {
    setSession(client, now)
    // Lists of members and the record of the workspace show it too.
    void client.invalidateQueries({ predicate: ({ queryKey }) => JSON.stringify(queryKey).includes('"workspaces"') })
  }
  const remove = useMutation(globalApi.accounts.removePhoto.mutationOptions({ onSuccess: saved }))
  const send: SendFile = async (file, sending) => {
    try {
      const body = JSON.stringify({ base64Payload: await dataUrl(file) })
      const answer = (await postJson('/api/account/photo', body, sending)) as { account: Account }
      saved(answer)
      return answer.account.photoURL
    } catch (error) {
      throw new Error(errorText(error), { cause: error })
    }
  }
  return (
    <>
      <Refused error={remove.error} />
      <Upload
        label={t('accountData.photo.label')}
        description={t('accountData.photo.text')}
        value={account.photoURL}
        onChange={(url) => url === '' && remove.mutate({})}
        send={send}
        maxMB={MAX_UPLOAD_MB}
        accept={ACCEPTED_IMAGES}
      />
    </>
  )
}
