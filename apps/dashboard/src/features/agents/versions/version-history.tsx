import { lazy, Suspense } from 'react'
import { useSearchParam } from '../../../lib/link.tsx'

const VersionDrawer = lazy(() => import('./version-drawer.tsx'))

/** The drawer of older versions, open while the address says `?history=true`. */
export function VersionHistory() {
  const [history, setHistory] = useSearchParam('history')
  if (history !== 'true') return null
  return (
    <Suspense fallback={null}>
      <VersionDrawer onClose={() => setHistory(undefined)} />
    </Suspense>
  )
}
