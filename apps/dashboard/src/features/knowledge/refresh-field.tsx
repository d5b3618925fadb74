// How often a page is read again.
import { Select } from '@mantine/core'
import { REFRESHES, type Refresh } from '@parlance/contract/knowledge/refresh'
import { useTranslation } from 'react-i18next'

export function RefreshField({ value, onChange }: { value: Refresh; onChange: (refresh: Refresh) => void }) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('knowledge.refresh.label')}
      description={t('knowledge.refresh.hint')}
      allowDeselect={false}
      data={REFRESHES.map((key) => ({ value: key, label: t(`knowledge.refresh.${key}`) }))}
      value={value}
      onChange={(next) => next && onChange(next as Refresh)}
    />
  )
}
