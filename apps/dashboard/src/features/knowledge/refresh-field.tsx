// How often a page is read again.
import { Select } from '@mantine/core'
import { REFRESHES, type Refresh } from '@parlance/contract/knowledge/refresh'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadOnly } from '../../components/feedback/read-only.tsx'

interface Props {
  value: Refresh | null
  onChange?: (refresh: Refresh) => void
  /** What sets it instead of this field. */
  setBy?: ReactNode
}

export function RefreshField({ value, onChange, setBy }: Props) {
  const { t } = useTranslation()
  const isReadOnly = useReadOnly()
  return (
    <Select
      label={t('knowledge.refresh.label')}
      description={setBy ?? t('knowledge.refresh.hint')}
      disabled={isReadOnly || setBy !== undefined}
      allowDeselect={false}
      data={REFRESHES.map((key) => ({ value: key, label: t(`knowledge.refresh.${key}`) }))}
      value={value}
      onChange={(next) => next && onChange?.(next as Refresh)}
    />
  )
}
