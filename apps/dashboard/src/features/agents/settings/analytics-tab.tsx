import { useTranslation } from 'react-i18next'
import { Section } from '../../../components/layout/page.tsx'
import { SwitchOf } from '../fields.tsx'

export function AnalyticsTab() {
  const { t } = useTranslation()
  return (
    <Section title={t('area.analytics.title')} description={t('area.analytics.text')}>
      <SwitchOf field="enableGeoAnalytics" hint={t('area.analytics.geoHint')} />
    </Section>
  )
}
