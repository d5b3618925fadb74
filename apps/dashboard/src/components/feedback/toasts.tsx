// Where toasts appear. What draws them comes after the page; toasts of before wait for it.
import { lazy, Suspense } from 'react'
import { retryingImport } from '../../lib/retrying-import.ts'

const ToastList = lazy(() => retryingImport(() => import('./toast-list.tsx')))

export function Toasts() {
  return (
    <Suspense fallback={null}>
      <ToastList />
    </Suspense>
  )
}
