import { useTranslation } from 'react-i18next'
import { Section } from '../../../components/layout/page.tsx'
import { SwitchOf } from '../fields.tsx'

export function AnalyticsTab() {
  const { t } = useTranslation()
  return (
    <Section title={t('agentSettings.analytics.title')} description={t('agentSettings.analytics.text')}>
      <SwitchOf field="enableGeoAnalytics" hint={t('agentSettings.analytics.geoHint')} />
    </Section>
  )
}
