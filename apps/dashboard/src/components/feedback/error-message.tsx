// What went wrong in a part of a page, and a way to try again where there is one.
import { Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './error-message.module.css'

/** A box of its own, as every first page has one and the library's weighs more. */
export function ErrorMessage({ text, onRetry }: { text: string; onRetry?: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.box} role="alert">
      <IconAlertTriangle size={20} stroke={1.5} className={classes.icon} aria-hidden />
      <Text size="sm" className={classes.text}>
        {text}
      </Text>
      {onRetry && (
        <Button size="xs" variant="default" onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      )}
    </div>
  )
}
