import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Stands in a menu while its entries are loaded: an entry itself, as a menu may hold nothing else. */
export function MenuLoader() {
  const { t } = useTranslation()
  return (
    <div role="menuitem" aria-disabled="true" tabIndex={-1} aria-label={t('common.loading')}>
      <Loader size="sm" m="sm" />
    </div>
  )
}
