import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Stands in a menu while its entries are loaded. */
export function MenuLoader() {
  const { t } = useTranslation()
  return <Loader size="sm" m="sm" component="output" aria-label={t('common.loading')} />
}
