// Where questions appear (confirm.tsx). What draws them comes after the page; questions of before wait for it.
import { lazy, Suspense } from 'react'
import { retryingImport } from '../../lib/retrying-import.ts'

const DialogHost = lazy(() => retryingImport(() => import('./dialog-host.tsx')))

export function Dialogs() {
  return (
    <Suspense fallback={null}>
      <DialogHost />
    </Suspense>
  )
}
