// A message to the agency with files, mailed to its support address.
import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { FEEDBACK_MAX, MAX_FEEDBACK_FILES, MAX_FEEDBACK_MB } from '@parlance/contract/agencies/schemas'
import { ACCEPTED_IMAGES } from '@parlance/contract/files/schemas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../components/feedback/notify.ts'
import { FileListInput } from '../../components/inputs/upload/file-list-input.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { dataUrl } from '../../lib/files/data-url.ts'
import { errorText } from '../../lib/errors.ts'
import { useGuardedClose } from '../../lib/unsaved-guard.tsx'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { useClientSession } from './use-client.ts'

const ENDINGS = `${ACCEPTED_IMAGES}, .pdf, .txt, .docx, .xlsx`
const LIMITS = { files: MAX_FEEDBACK_FILES, max: MAX_FEEDBACK_MB }

const asHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export default function FeedbackDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agency, client } = useClientSession()
  const [message, setMessage] = useState('')
  const [files, setFiles] = useState<readonly File[]>([])
  const close = useGuardedClose(message.trim() !== '' || files.length > 0, onClose)
  const send = useMutation(
    api.agencies.sendFeedback.mutationOptions({
      onSuccess: () => {
        notify.success(t('client.feedback.sent'))
        onClose()
      },
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  const submit = async () => {
    const read = async (file: File) => ({ filename: file.name, base64Payload: await dataUrl(file) })
    send.mutate({
      agencyId: agency.ID,
      html: asHtml(message),
      agencyData: { ID: agency.ID, name: agency.name },
      bucket: await Promise.all(files.map(read)),
    })
  }
  return (
    <SideDrawer title={t('client.feedback.title')} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit().catch((error: unknown) => notify.error(errorText(error)))
        }}
      >
        <Stack>
          <TextInput label={t('client.feedback.email')} value={client.email} readOnly variant="filled" />
          <Textarea
            label={t('client.feedback.message')}
            autosize
            minRows={5}
            maxRows={14}
            maxLength={FEEDBACK_MAX}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          <FileListInput
            files={files}
            onChange={setFiles}
            limits={LIMITS}
            accept={ENDINGS}
            words={{
              label: t('client.feedback.files'),
              choose: t('client.feedback.add'),
              hint: t('client.feedback.drop'),
              rules: t('client.feedback.rules', { ...LIMITS, endings: ENDINGS }),
              tooMany: t('client.feedback.tooMany', LIMITS),
              remove: (name) => t('client.feedback.remove', { name }),
            }}
          />
          <Button type="submit" loading={send.isPending} disabled={message.trim() === ''}>
            {t('client.feedback.submit')}
          </Button>
        </Stack>
      </form>
    </SideDrawer>
  )
}
