import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { SideSlotContent, useSideSlotEntry } from '../../../components/layout/side-slot.tsx'
import { lazyWithTexts } from '../../../i18n/lazy-with-texts.ts'
import { useSearchParam } from '../../../lib/link.tsx'

const VersionPanel = lazyWithTexts(() => import('./version-panel.tsx'), 'VersionPanel')
/** The panel's id in the slot. */
const VERSIONS = 'versions'

/** The version panel, open while the address has `?history=true`. */
export function VersionHistory() {
  const { t } = useTranslation()
  const [history, setHistory] = useSearchParam('history')
  const open = history === 'true'
  const { show } = useSideSlotEntry({ id: VERSIONS, label: t('area.versionHistory'), order: 3, open })
  useEffect(() => {
    if (open) show(VERSIONS)
  }, [open, show])
  if (!open) return null
  return (
    <SideSlotContent id={VERSIONS}>
      <Suspense fallback={null}>
        <VersionPanel onClose={() => setHistory(undefined)} />
      </Suspense>
    </SideSlotContent>
  )
}
