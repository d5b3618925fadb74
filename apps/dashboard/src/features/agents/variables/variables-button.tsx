// Opens the variables from the Prompt and Canvas views; open while the address has `?variables=true`.
import { Badge, Button } from '@mantine/core'
import { IconVariable } from '@tabler/icons-react'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../lib/link.tsx'
import { useDraft } from '../draft/draft.tsx'
import { collectedVariables } from './uses.ts'

const VariablesDrawer = lazy(() => import('./variables-drawer.tsx'))

/** Their number, and a function that opens them. */
export function useVariables() {
  const { config } = useDraft()
  const [, setOpen] = useSearchParam('variables')
  const count = useMemo(() => config.variables.length + collectedVariables(config).length, [config])
  return { count, open: () => setOpen('true') }
}

export function VariablesHost() {
  const [open, setOpen] = useSearchParam('variables')
  return (
    <Suspense fallback={null}>{open === 'true' && <VariablesDrawer onClose={() => setOpen(undefined)} />}</Suspense>
  )
}

export function VariablesButton() {
  const { t } = useTranslation()
  const { count, open } = useVariables()
  return (
    <>
      <Button
        variant="default"
        aria-haspopup="dialog"
        onClick={open}
        leftSection={<IconVariable size={16} stroke={1.5} aria-hidden />}
        rightSection={count > 0 ? <Badge color="gray">{count}</Badge> : undefined}
      >
        {t('agents.variables.open')}
      </Button>
      <VariablesHost />
    </>
  )
}
