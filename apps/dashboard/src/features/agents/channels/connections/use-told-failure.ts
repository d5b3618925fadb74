import { useTranslation } from 'react-i18next'
import { notify } from '../../../../components/feedback/notify.ts'
import { errorText } from '../../../../lib/errors.ts'

const QUICK = 2000

/** The message of a failed provider call. */
export function useToldFailure() {
  const { t } = useTranslation()
  return (error: Error) =>
    void notify.error(t('channels.wa.failed', { message: errorText(error) }), { autoClose: QUICK })
}
