import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A menu's placeholder while entries load; an entry itself, as menus require. */
export function MenuLoader() {
  const { t } = useTranslation()
  return (
    <div role="menuitem" aria-disabled="true" tabIndex={-1} aria-label={t('common.loading')}>
      <Loader size="sm" m="sm" />
    </div>
  )
}
