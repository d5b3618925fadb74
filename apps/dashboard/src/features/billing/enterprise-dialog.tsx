import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../components/feedback/notify.ts'
import { DialogForm } from '../../components/overlay/dialog.tsx'
import { useAccount } from '../../lib/session/session.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'

/** Asks the operator for terms of one's own. */
export function EnterpriseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const account = useAccount()
  const [request, setRequest] = useState({ name: '', email: account?.email ?? '', company: '', message: '' })
  const send = useMutation(
    api.billing.requestEnterprise.mutationOptions({
      onSuccess: () => {
        notify.success(t('billing.enterprise.sent'))
        onClose()
      },
    }),
  )
  const field = (key: keyof typeof request) => ({
    label: t(`billing.enterprise.${key}`),
    value: request[key],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setRequest({ ...request, [key]: currentTarget.value }),
  })
  const isComplete = request.name.trim() !== '' && request.email.trim() !== '' && request.message.trim() !== ''
  return (
    <DialogForm
      title={t('billing.enterprise.title')}
      text={t('billing.enterprise.text')}
      error={send.error}
      submit={t('billing.enterprise.send')}
      disabled={!isComplete}
      pending={send.isPending}
      onSubmit={() => send.mutate({ uid: workspace.uid, ...request })}
      onClose={onClose}
    >
      <TextInput {...field('name')} required autoComplete="name" />
      <TextInput {...field('email')} required type="email" autoComplete="email" />
      <TextInput {...field('company')} autoComplete="organization" />
      <Textarea {...field('message')} required autosize minRows={3} maxLength={4000} />
    </DialogForm>
  )
}
