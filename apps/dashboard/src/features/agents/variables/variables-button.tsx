// The way to the variables from the Prompt and the Canvas view; open while the address says `?variables=true`.
import { ActionIcon, Badge, Button, Tooltip } from '@mantine/core'
import { IconVariable } from '@tabler/icons-react'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../lib/link.tsx'
import { useDraft } from '../draft/draft.tsx'
import { collectedVariables } from './uses.ts'

const VariablesDrawer = lazy(() => import('./variables-drawer.tsx'))

interface Props {
  /** An icon alone, where there is little room. */
  small?: boolean
}

export function VariablesButton({ small }: Props) {
  const { t } = useTranslation()
  const { config } = useDraft()
  const [open, setOpen] = useSearchParam('variables')
  const opened = open === 'true'
  const count = useMemo(() => config.variables.length + collectedVariables(config).length, [config])
  const shared = {
    variant: 'default',
    'aria-haspopup': 'dialog' as const,
    onClick: () => setOpen('true'),
  }
  return (
    <>
      {small ? (
        <Tooltip label={t('agents.variables.open')}>
          <ActionIcon {...shared} aria-label={t('agents.variables.open')}>
            <IconVariable size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      ) : (
        <Button
          {...shared}
          leftSection={<IconVariable size={16} stroke={1.5} aria-hidden />}
          rightSection={count > 0 ? <Badge color="gray">{count}</Badge> : undefined}
        >
          {t('agents.variables.open')}
        </Button>
      )}
      <Suspense fallback={null}>{opened && <VariablesDrawer onClose={() => setOpen(undefined)} />}</Suspense>
    </>
  )
}
