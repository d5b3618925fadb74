// Where toasts appear. What draws them comes after the page; toasts of before wait for it.
import { lazy, Suspense } from 'react'
import { patientImport } from '../../lib/retrying-import.ts'

const ToastList = lazy(() => patientImport(() => import('./toast-list.tsx')))

export function Toasts() {
  return (
    <Suspense fallback={null}>
      <ToastList />
    </Suspense>
  )
}
