import { Button } from '@mantine/core'
import type { PromptKind } from '@parlance/contract/assistant/schemas'
import { IconSparkles } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

const ImproveDialog = lazy(() => import('./improve-dialog.tsx'))

interface Props {
  /** The field's name for screen readers. */
  label: string
  kind: PromptKind
  text: string
  onUse: (text: string) => void
}

export function ImproveButton(props: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        aria-label={t('assistant.improve.openFor', { label: props.label })}
        leftSection={<IconSparkles size={14} stroke={1.5} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('assistant.improve.open')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ImproveDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
