// Writes to this installation as an outside sender, or replies to a kept mail.
import { Button, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import type { SandboxMail } from '@parlance/contract/platform/api'
import { MAX_WRITTEN_FILES, MAX_WRITTEN_MB } from '@parlance/contract/platform/written-mail'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../components/feedback/alert-box.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { FileListInput } from '../../components/inputs/upload/file-list-input.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { globalApi } from '../../lib/api.ts'
import { dataUrl } from '../../lib/files/data-url.ts'
import { errorText } from '../../lib/errors.ts'
import { useMutation } from '../../lib/use-mutation.ts'

interface Props {
  /** The mail being answered. */
  answers: SandboxMail | undefined
  /** Of a new mail; may be empty. */
  recipient: string
  onClose: () => void
}

const LIMITS = { files: MAX_WRITTEN_FILES, max: MAX_WRITTEN_MB }
const MAX_TEXT = 10_000
const MAX_HTML = 100_000

const readFile = async (file: File) => ({
  filename: file.name,
  base64Payload: await dataUrl(file),
  ...(file.type !== '' && { contentType: file.type }),
})

export default function WriteSandboxMail({ answers, recipient, onClose }: Props) {
  const { t } = useTranslation()
  const [from, setFrom] = useState(answers?.to[0] ?? 'vera@visitor.example')
  const [to, setTo] = useState(answers ? answers.replyTo || answers.from.replace(/^.*<(.*)>$/, '$1') : recipient)
  const [subject, setSubject] = useState('')
  const [body, setBody] = useState('')
  const [isHtml, setHtml] = useState(false)
  const [automatic, setAutomatic] = useState(false)
  const [files, setFiles] = useState<readonly File[]>([])
  const write = useMutation({
    mutationFn: async () =>
      globalApi.platform.sandboxWriteMail.call({
        from,
        to,
        subject,
        ...(isHtml ? { html: body } : { text: body }),
        automatic,
        files: await Promise.all(files.map(readFile)),
        ...(answers && { answers: answers.id }),
      }),
    onSuccess() {
      notify.success(t('sandboxMail.sent'))
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    write.mutate()
  }
  return (
    <SideDrawer title={t(answers ? 'sandboxMail.reply' : 'sandboxMail.write')} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t('sandboxMail.writeHint')}
          </Text>
          {write.error && <AlertBox kind="danger">{errorText(write.error)}</AlertBox>}
          <TextInput
            label={t('sandboxMail.from')}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
            maxLength={254}
            required
            data-autofocus={!answers || undefined}
          />
          <TextInput
            label={t('sandboxMail.to')}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
            maxLength={254}
            required
          />
          {!answers && (
            <TextInput
              label={t('sandboxMail.subject')}
              value={subject}
              onChange={(event) => setSubject(event.currentTarget.value)}
              maxLength={200}
            />
          )}
          <Textarea
            label={t('sandboxMail.text')}
            value={body}
            onChange={(event) => setBody(event.currentTarget.value)}
            maxLength={isHtml ? MAX_HTML : MAX_TEXT}
            autosize
            minRows={6}
            maxRows={16}
            {...(isHtml && {
              styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)' } },
              spellCheck: false,
            })}
            required={files.length === 0}
            data-autofocus={answers !== undefined || undefined}
          />
          <Switch
            label={t('sandboxMail.asHtml')}
            checked={isHtml}
            onChange={(event) => setHtml(event.currentTarget.checked)}
          />
          <Switch
            label={t('sandboxMail.automatic')}
            checked={automatic}
            onChange={(event) => setAutomatic(event.currentTarget.checked)}
          />
          <FileListInput
            files={files}
            onChange={setFiles}
            limits={LIMITS}
            accept=""
            words={{
              label: t('sandboxMail.files'),
              choose: t('sandboxMail.addFiles'),
              hint: t('sandboxMail.dropFiles'),
              rules: t('sandboxMail.fileRules', LIMITS),
              tooMany: t('sandboxMail.tooMany', LIMITS),
              remove: (name) => t('sandboxMail.removeFile', { name }),
            }}
          />
          <div>
            <Button type="submit" loading={write.isPending}>
              {t('sandboxMail.send')}
            </Button>
          </div>
        </Stack>
      </form>
    </SideDrawer>
  )
}
