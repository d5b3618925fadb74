import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCode } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './deploy.module.css'

const DeployDialog = lazy(() => import('./deploy-dialog.tsx'))

/** Opens the dialog with the script tag. */
export function DeployButton() {
  const { t } = useTranslation()
  const [opened, dialog] = useDisclosure()
  return (
    <>
      <Button className={classes.button} variant="default" aria-label={t('shell.widgetScript')} onClick={dialog.open}>
        <IconCode size={18} stroke={1.5} aria-hidden />
        <span className={classes.label}>{t('shell.widgetScript')}</span>
      </Button>
      <Suspense fallback={null}>{opened && <DeployDialog onClose={dialog.close} />}</Suspense>
    </>
  )
}
