// Dialogs and toasts, loaded after the page; earlier ones wait.
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { retryingImport } from '../../lib/retrying-import.ts'
import { loadWhenIdle } from '../../lib/when-idle.ts'

const DialogHost = lazy(loadWhenIdle(() => retryingImport(() => import('./dialog-host.tsx'))))
const ToastList = lazy(loadWhenIdle(() => retryingImport(() => import('../feedback/toast-list.tsx'))))

export function Overlays() {
  const { t } = useTranslation()
  // The landmark of index.html that contains them.
  const label = t('common.overlays')
  useEffect(() => document.getElementById('overlays')?.setAttribute('aria-label', label), [label])
  return (
    <>
      <Suspense fallback={null}>
        <ToastList />
      </Suspense>
      <Suspense fallback={null}>
        <DialogHost />
      </Suspense>
    </>
  )
}
