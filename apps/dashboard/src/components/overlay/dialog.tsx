// Dialogs, and dialogs with a form.
import { Button, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormError } from '../feedback/form-error.tsx'
import { useEscape } from './use-escape.ts'

type Props = Omit<ModalProps, 'opened'> & { opened?: boolean }

/** The library's, opened by default, with a translated close button. */
export function Dialog({ opened = true, closeOnEscape = true, ...props }: Props) {
  const { t } = useTranslation()
  useEscape(() => closeOnEscape && props.onClose(), opened)
  return (
    <Modal opened={opened} closeButtonProps={{ 'aria-label': t('common.close') }} closeOnEscape={false} {...props} />
  )
}

interface FormProps {
  title: string
  text?: string
  /** The server's refusal, above the fields. */
  error?: unknown
  submit: string
  danger?: boolean
  disabled?: boolean
  pending: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}

export function DialogForm({ title, text, error, submit, danger, disabled = false, pending, ...props }: FormProps) {
  const { t } = useTranslation()
  const { onSubmit, onClose, children } = props
  return (
    <Dialog onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(event)
        }}
        noValidate
      >
        <Stack gap="md">
          {text && <Text size="sm">{text}</Text>}
          <FormError error={error} />
          {children}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={disabled} loading={pending} {...(danger && { color: 'red' })}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
