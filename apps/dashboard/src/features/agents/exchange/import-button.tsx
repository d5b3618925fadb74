// The way to the import drawer; open while the address says `?import=true`.
import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../link.tsx'
import { useFocusBack } from '../../../ui/focus-back.ts'

const ImportDrawer = lazy(() => import('./import-drawer.tsx'))

export function ImportButton() {
  const { t } = useTranslation()
  const [open, setOpen] = useSearchParam('import')
  const opened = open === 'true'
  const noteOpener = useFocusBack(opened)
  return (
    <>
      <Button
        variant="default"
        aria-haspopup="dialog"
        leftSection={<IconFileImport size={16} stroke={1.5} />}
        onClick={() => {
          noteOpener()
          setOpen('true')
        }}
      >
        {t('agents.exchange.import')}
      </Button>
      <Suspense fallback={null}>{opened && <ImportDrawer onClose={() => setOpen(undefined)} />}</Suspense>
    </>
  )
}
