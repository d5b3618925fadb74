import { useTranslation } from 'react-i18next'
import { confirm } from './confirm.tsx'

/** Asks whether what was typed may be lost; resolves true when it may. */
export function useDiscardQuestion(): () => Promise<boolean> {
  const { t } = useTranslation()
  return () =>
    confirm({
      title: t('common.discardQuestion.title'),
      body: t('common.discardQuestion.body'),
      confirm: t('common.discardQuestion.confirm'),
    })
}
