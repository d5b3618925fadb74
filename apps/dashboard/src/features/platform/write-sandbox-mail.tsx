// Writes to this installation as an outside sender, or replies to a kept mail.
import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { SandboxMail } from '@parlance/contract/platform/api'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../components/feedback/alert-box.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { globalApi } from '../../lib/api.ts'
import { errorText } from '../../lib/errors.ts'
import { useMutation } from '../../lib/use-mutation.ts'

interface Props {
  /** The mail being answered. */
  answers: SandboxMail | undefined
  /** Of a new mail; may be empty. */
  recipient: string
  onClose: () => void
}

export default function WriteSandboxMail({ answers, recipient, onClose }: Props) {
  const { t } = useTranslation()
  const [from, setFrom] = useState(answers?.to[0] ?? 'vera@visitor.example')
  const [to, setTo] = useState(answers ? answers.replyTo || answers.from.replace(/^.*<(.*)>$/, '$1') : recipient)
  const [subject, setSubject] = useState('')
  const [text, setText] = useState('')
  const write = useMutation({
    mutationFn: () =>
      globalApi.platform.sandboxWriteMail.call({ from, to, subject, text, ...(answers && { answers: answers.id }) }),
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
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            maxLength={10_000}
            autosize
            minRows={6}
            required
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
