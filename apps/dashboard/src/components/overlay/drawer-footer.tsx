// The footer of a drawer's form, always visible.
import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './side-drawer.module.css'

interface FooterProps {
  /** Small print next to the buttons, such as a cost. */
  note?: ReactNode
  children: ReactNode
}

export function DrawerFooter({ note, children }: FooterProps) {
  return (
    <div className={classes.foot}>
      {note && (
        <Text size="xs" c="dimmed" className={classes.note} component="p" m={0}>
          {note}
        </Text>
      )}
      {children}
    </div>
  )
}

interface FormFooterProps {
  label: string
  pending: boolean
  disabled?: boolean
  note?: ReactNode
  onCancel: () => void
}

/** Cancels or submits the surrounding form. */
export function FormFooter({ label, pending, disabled = false, note, onCancel }: FormFooterProps) {
  const { t } = useTranslation()
  return (
    <DrawerFooter note={note}>
      <Button variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" loading={pending} disabled={disabled}>
        {label}
      </Button>
    </DrawerFooter>
  )
}
