import { useTranslation } from 'react-i18next'
import { Page } from '../../../components/layout/page.tsx'
import { LookOnly } from '../draft/look-only.tsx'
import { IntegrationFields } from './integration-fields.tsx'

export function IntegrationsPage() {
  const { t } = useTranslation()
  return (
    <LookOnly>
      <Page title={t('area.tabs.integrations')} narrow>
        <IntegrationFields />
      </Page>
    </LookOnly>
  )
}
