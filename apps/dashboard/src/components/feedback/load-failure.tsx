// A part of a page that could not be loaded: the sentence and a way to try again.
import { Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './load-failure.module.css'

/** A box of its own, as every first page has one and the library's weighs more. */
export function Failure({ text, onRetry }: { text: string; onRetry?: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.failure} role="alert">
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
