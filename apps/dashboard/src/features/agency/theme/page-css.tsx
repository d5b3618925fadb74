// The agency's CSS, with unsupported parts underlined and explained.
import { Group, List, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { LONGEST_CSS } from '@parlance/contract/agents/custom-css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CodeEditor } from '../../../components/inputs/code-editor/code-editor.tsx'
import { translateMessage } from '../../../i18n/translate-message.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useAgencyDraft } from '../agency-draft.tsx'

const PAUSE_MS = 500
const SHOWN = 8

export function PageCss() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const { agency, edit } = useAgencyDraft()
  const css = agency.customCSS
  const [settled] = useDebouncedValue(css, PAUSE_MS)
  const check = useQuery({
    ...api.agents.cssCheck.queryOptions({ input: { uid: workspace.uid, css: settled } }),
    enabled: settled.trim() !== '' && settled.length <= LONGEST_CSS,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
  const waiting = settled !== css || check.isPlaceholderData
  const problems = css.trim() === '' ? [] : (check.data?.problems ?? [])
  return (
    <>
      <CodeEditor
        label={t('agency.theme.cssLabel')}
        language="css"
        value={css}
        error={css.length > LONGEST_CSS && t('agency.theme.cssTooLong')}
        marks={waiting ? [] : problems}
        onChange={(customCSS) => edit({ customCSS })}
      />
      {css.trim() !== '' && problems.length === 0 && (
        <Group component="output" gap={6} c="dimmed">
          {!waiting && <IconCheck size={16} stroke={1.5} aria-hidden />}
          <Text size="sm">{t(waiting ? 'agency.theme.cssChecking' : 'agency.theme.cssClean')}</Text>
        </Group>
      )}
      {problems.length > 0 && (
        <List size="sm" spacing={4} aria-live="polite">
          {problems.slice(0, SHOWN).map(({ line, column, message, code, params }) => (
            <List.Item key={`${line}.${column}.${message}`}>
              {t('agency.theme.cssProblem', { line, message: translateMessage({ code, params, message }) })}
            </List.Item>
          ))}
        </List>
      )}
    </>
  )
}
