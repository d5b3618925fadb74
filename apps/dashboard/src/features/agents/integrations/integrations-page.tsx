import { useTranslation } from 'react-i18next'
import { Page } from '../../../components/layout/page.tsx'
import { ReadOnlyDraft } from '../draft/read-only-draft.tsx'
import { IntegrationFields } from './integration-fields.tsx'

export function IntegrationsPage() {
  const { t } = useTranslation()
  return (
    <ReadOnlyDraft>
      <Page title={t('area.tabs.integrations')} narrow>
        <IntegrationFields />
      </Page>
    </ReadOnlyDraft>
  )
}
