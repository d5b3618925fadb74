// The description below the chat's title.
import { useTranslation } from 'react-i18next'
import { GrowingText } from '../../../components/inputs/autosize-text.tsx'
import { useDraft } from '../draft/draft.tsx'

export default function DescriptionField() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  return (
    <GrowingText
      label={t('agents.design.description')}
      description={t('agents.design.descriptionHint')}
      minRows={2}
      maxLength={2000}
      value={config.description}
      onChange={(event) => edit({ description: event.currentTarget.value })}
    />
  )
}
