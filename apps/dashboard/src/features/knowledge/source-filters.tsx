// Filters of the list: state, kind, tag, and crawl job.
import { Group, Pill, Select } from '@mantine/core'
import { DOCUMENT_STATES, SOURCE_TYPES } from '@parlance/contract/knowledge/schemas'
import { useTranslation } from 'react-i18next'
import classes from './knowledge.module.css'
import { useTags } from './tags-field.tsx'

export interface Filters {
  status: string
  type: string
  tag: string
  /** Id of a crawl job. */
  crawl: string
}

interface Props {
  agentId: string
  filters: Filters
  onChange: (patch: Partial<Filters>) => void
}

export function SourceFilters({ agentId, filters, onChange }: Props) {
  const { t } = useTranslation()
  const tags = useTags(agentId)
  const known = tags.map(({ tag, documents }) => ({ value: tag, label: `${tag} (${documents})` }))
  const missing = filters.tag !== '' && !tags.some(({ tag }) => tag === filters.tag)
  return (
    <Group component="fieldset" gap="xs" mb="md" className={classes.filters} aria-label={t('knowledge.filters.label')}>
      <Select
        size="xs"
        clearable
        aria-label={t('knowledge.filters.type')}
        placeholder={t('knowledge.filters.type')}
        data={SOURCE_TYPES.map((key) => ({ value: key, label: t(`knowledge.types.${key}`) }))}
        value={filters.type || null}
        onChange={(type) => onChange({ type: type ?? '' })}
      />
      <Select
        size="xs"
        clearable
        aria-label={t('knowledge.filters.status')}
        placeholder={t('knowledge.filters.status')}
        data={DOCUMENT_STATES.map((key) => ({ value: key, label: t(`knowledge.status.${key}`) }))}
        value={filters.status || null}
        onChange={(status) => onChange({ status: status ?? '' })}
      />
      {(tags.length > 0 || missing) && (
        <Select
          size="xs"
          clearable
          searchable
          aria-label={t('knowledge.filters.tag')}
          placeholder={t('knowledge.filters.tag')}
          data={missing ? [filters.tag, ...known] : known}
          value={filters.tag || null}
          onChange={(tag) => onChange({ tag: tag ?? '' })}
        />
      )}
      {filters.crawl && (
        <Pill
          w="auto"
          withRemoveButton
          removeButtonProps={{ 'aria-label': t('knowledge.filters.noCrawl'), tabIndex: 0 }}
          onRemove={() => onChange({ crawl: '' })}
        >
          {t('knowledge.filters.crawl')}
        </Pill>
      )}
    </Group>
  )
}
