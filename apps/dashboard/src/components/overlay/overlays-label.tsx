// The landmark of index.html that holds dialogs, menus and toasts is labelled in the language of the page.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

export function OverlaysLabel() {
  const { t } = useTranslation()
  const label = t('common.overlays')
  useEffect(() => document.getElementById('overlays')?.setAttribute('aria-label', label), [label])
  return null
}
