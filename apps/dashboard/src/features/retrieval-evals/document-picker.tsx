// Chooses a document of the agent; the server searches.
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../lib/workspace-scope.tsx'

const SHOWN = 50

export interface Chosen {
  readonly docId: string
  readonly docName: string
}

interface Props {
  agentId: string
  value: Chosen | undefined
  error: string | undefined
  onChange: (chosen: Chosen) => void
}

export function DocumentPicker({ agentId, value, error, onChange }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const [typed, setTyped] = useState(value?.docName ?? '')
  const [search] = useDebouncedValue(typed.trim(), 250)
  // The field shows the chosen document, which is not a search.
  const wanted = search === value?.docName ? '' : search
  const found = useQuery(
    api.knowledge.list.queryOptions({
      input: { agentId, limit: SHOWN, ...(wanted ? { search: wanted.slice(0, 200) } : {}) },
      placeholderData: keepPreviousData,
    }),
  ).data
  const documents = found?.items ?? []
  const known = documents.map(({ ID, name }) => ({ value: ID, label: name }))
  const more = found?.nextCursor ? [{ value: '', label: t('goldens.form.moreDocuments'), disabled: true }] : []
  const missing = value && !documents.some(({ ID }) => ID === value.docId)
  return (
    <Select
      label={t('goldens.form.document')}
      required
      searchable
      allowDeselect={false}
      placeholder={t('goldens.form.documentPlaceholder')}
      nothingFoundMessage={t('goldens.form.noDocuments')}
      maxDropdownHeight={280}
      // Already filtered by the server.
      filter={({ options }) => options}
      data={[
        ...(missing ? [{ value: value.docId, label: value.docName || t('goldens.gone') }] : []),
        ...known,
        ...more,
      ]}
      value={value?.docId ?? null}
      error={error}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(docId, option) => docId && onChange({ docId, docName: option?.label ?? '' })}
    />
  )
}
