// An error in part of a page, with an optional retry.
import { Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './error-message.module.css'

/** A box of its own: first pages include it, and the library's is larger. */
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
