// Opens the import drawer; it is open while the address has `?import=true`.
import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../lib/link.tsx'

const ImportDrawer = lazy(() => import('./import-drawer.tsx'))

export function ImportButton() {
  const { t } = useTranslation()
  const [open, setOpen] = useSearchParam('import')
  const opened = open === 'true'
  return (
    <>
      <Button
        variant="default"
        aria-haspopup="dialog"
        leftSection={<IconFileImport size={16} stroke={1.5} />}
        onClick={() => setOpen('true')}
      >
        {t('agents.exchange.import')}
      </Button>
      <Suspense fallback={null}>{opened && <ImportDrawer onClose={() => setOpen(undefined)} />}</Suspense>
    </>
  )
}
