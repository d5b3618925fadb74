import { SPEECH_PROVIDERS } from '@parlance/contract/voice/voices'
import { useTranslation } from 'react-i18next'

/** What a provider calls itself; others by the name that was entered. */
export function useProviderName() {
  const { t } = useTranslation()
  return (provider: string): string => {
    if (provider === 'vapi') return t('voices.vapi')
    const known = SPEECH_PROVIDERS.find((one) => one === provider)
    return known ? t(`voices.providers.${known}`) : provider
  }
}
