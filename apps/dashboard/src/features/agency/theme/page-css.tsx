// The agency's CSS, with unsupported parts underlined and explained.
import { Group, List, Text } from '@mantine/core'
import { LONGEST_CSS } from '@parlance/contract/agents/custom-css'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CodeEditor } from '../../../components/inputs/code-editor/code-editor.tsx'
import { translateMessage } from '../../../i18n/translate-message.ts'
import { useAgencyDraft } from '../agency-draft.tsx'
import { useCssCheck } from './use-css-check.ts'

const SHOWN = 8

export function PageCss() {
  const { t } = useTranslation()
  const { agency, edit } = useAgencyDraft()
  const css = agency.customCSS
  const { problems, isWaiting } = useCssCheck(css)
  return (
    <>
      <CodeEditor
        label={t('agency.theme.cssLabel')}
        language="css"
        value={css}
        error={css.length > LONGEST_CSS && t('agency.theme.cssTooLong')}
        marks={isWaiting ? [] : problems}
        onChange={(customCSS) => edit({ customCSS })}
      />
      {css.trim() !== '' && problems.length === 0 && (
        <Group component="output" gap={6} c="dimmed">
          {!isWaiting && <IconCheck size={16} stroke={1.5} aria-hidden />}
          <Text size="sm">{t(isWaiting ? 'agency.theme.cssChecking' : 'agency.theme.cssClean')}</Text>
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
