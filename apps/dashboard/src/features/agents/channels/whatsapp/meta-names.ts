import { TEMPLATE_CATEGORIES } from '@parlance/contract/channels/whatsapp-lists'
import { useTranslation } from 'react-i18next'

const STATUSES = [
  'APPROVED',
  'PENDING',
  'IN_APPEAL',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'PENDING_DELETION',
  'DELETED',
  'LIMIT_EXCEEDED',
] as const

/** Names of what Meta calls by a code; codes that are new to us stay as they are. */
export function useMetaNames() {
  const { t } = useTranslation()
  return {
    status(code: string): string {
      const known = STATUSES.find((one) => one === code)
      return known ? t(`channels.wa.status.${known}`) : code
    },
    category(code: string): string {
      const known = TEMPLATE_CATEGORIES.find((one) => one === code)
      return known ? t(`channels.wa.category.${known}`) : code
    },
  }
}
