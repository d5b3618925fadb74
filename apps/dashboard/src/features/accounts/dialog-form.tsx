// A dialog with one form: the fields, why it was refused, and its button.
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormError } from './form-error.tsx'

interface Props {
  title: string
  text?: string
  error?: unknown
  submit: string
  danger?: boolean
  pending: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
  onClose: () => void
  children: ReactNode
}

export function DialogForm({ title, text, error, submit, danger, pending, onSubmit, onClose, children }: Props) {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          {text && <Text size="sm">{text}</Text>}
          <FormError error={error} />
          {children}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={pending} {...(danger ? { color: 'red' } : {})}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
