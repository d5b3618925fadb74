// Where questions appear (confirm.tsx). What draws them comes after the page; questions of before wait for it.
import { lazy, Suspense } from 'react'
import { patientImport } from '../../lib/retrying-import.ts'

const DialogHost = lazy(() => patientImport(() => import('./dialog-host.tsx')))

export function Dialogs() {
  return (
    <Suspense fallback={null}>
      <DialogHost />
    </Suspense>
  )
}
