// Chooses agents by title.
import { Box, Input, MultiSelect, Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAgentTitles } from './org-viewer.ts'

interface Props {
  /** The choices; all agents when absent. */
  from?: readonly string[]
  value: readonly string[]
  onChange: (ids: string[]) => void
}

/** Shows a placeholder until titles are loaded, since ids mean nothing to users. */
export function AgentChoice({ from, value, onChange }: Props) {
  const { t } = useTranslation()
  const titles = useAgentTitles()
  if (!titles)
    return (
      <Input.Wrapper label={t('orgs.agents')} labelElement="div">
        <Box component="output" display="block" aria-label={t('common.loading')}>
          <Skeleton height={36} radius="md" />
        </Box>
      </Input.Wrapper>
    )
  const known = new Map(titles.map(({ ID, title }) => [ID, title]))
  const ids = new Set(from ? [...from, ...value] : [...known.keys(), ...value])
  return (
    <MultiSelect
      label={t('orgs.agents')}
      data={[...ids].map((id) => ({ value: id, label: known.get(id) ?? t('orgs.unnamedAgent') }))}
      value={[...value]}
      searchable
      clearable
      nothingFoundMessage={t('orgs.noAgents')}
      onChange={onChange}
    />
  )
}
