// Mails the DNS records to the person who manages the domain.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { isMailAddress } from '@parlance/contract/domains/schemas'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../components/feedback/notify.ts'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { errorText, hasCode } from '../../../lib/errors.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'

export function EmailDeveloper({ domain }: { domain: string }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const [isOpen, { open, close }] = useDisclosure()
  const [to, setTo] = useState('')
  const isValid = isMailAddress(to.trim())
  const send = useMutation(
    api.domains.sendDnsInstructions.mutationOptions({
      onSuccess: ({ success }) => {
        if (!success) return notify.error(t('agency.domains.email.failed'))
        notify.success(t('agency.domains.email.sent'))
        close()
      },
      // Rate limits have their own text; other failures use the specified ones.
      onError: (error) =>
        notify.error(
          hasCode(error, 'RATE_LIMITED')
            ? errorText(error)
            : t(error instanceof TypeError ? 'agency.domains.email.error' : 'agency.domains.email.failed'),
        ),
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isValid) send.mutate({ to: to.trim(), domain, userId: workspace.uid })
  }
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('agency.domains.email.title')}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t('agency.domains.email.title')}>
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              {t('agency.domains.email.hint')}
            </Text>
            <TextInput
              label={t('agency.domains.email.to')}
              type="email"
              data-autofocus
              value={to}
              error={to !== '' && !isValid && t('agency.domains.email.invalid')}
              onChange={(event) => setTo(event.currentTarget.value)}
              // A disabled button keeps Enter from submitting the form.
              onKeyDown={({ key }) => {
                if (key === 'Enter' && !isValid) notify.error(t('agency.domains.email.invalidRecipient'))
              }}
            />
            <Group justify="flex-end">
              <Button type="submit" disabled={!isValid} loading={send.isPending}>
                {t('agency.domains.email.send')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </>
  )
}
