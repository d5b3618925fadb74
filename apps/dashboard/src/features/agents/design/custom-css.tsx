// The owner's CSS, with unsupported parts underlined and explained.
import { Button, Group, List, Menu, Text, UnstyledButton } from '@mantine/core'
import type { CssProblem } from '@parlance/contract/agents/css'
import { LONGEST_CSS } from '@parlance/contract/agents/custom-css'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../../i18n/translate-message.ts'
import { CodeEditor } from '../../../components/inputs/code-editor/code-editor.tsx'
import { Editing } from '../../../components/feedback/read-only.tsx'
import { useCssCheck } from './use-css-check.ts'
import { useDesign } from './use-design.tsx'

const SHOWN = 8
const NONE: readonly CssProblem[] = []
/** Sample rules that work in the chat. */
const SNIPPETS = {
  header: '.header {\n  background: var(--soft);\n}',
  theirs: '.theirs .bubble {\n  background: var(--raised);\n}',
  own: '.own .bubble {\n  background: var(--accent);\n}',
  composer: '.composer .field {\n  border-radius: 4px;\n}',
  send: '.send {\n  border-radius: 50%;\n}',
  chips: '.chip {\n  border-radius: 999px;\n}',
  branding: '.branding {\n  text-align: start;\n}',
  palette: ':root {\n  --soft: var(--primary-900);\n}',
} as const
const PARTS = Object.keys(SNIPPETS) as (keyof typeof SNIPPETS)[]

export function CustomCss() {
  const { t } = useTranslation()
  const { change, config } = useDesign()
  const css = config.ADVANCED_customCSS
  const { problems = NONE, waiting } = useCssCheck(css)
  const [goTo, setGoTo] = useState<{ line: number; column: number }>()
  const insert = (part: keyof typeof SNIPPETS) =>
    change({ ADVANCED_customCSS: `${css.trimEnd()}${css.trim() === '' ? '' : '\n\n'}${SNIPPETS[part]}\n` })
  return (
    <>
      <CodeEditor
        label={t('area.fields.ADVANCED_customCSS')}
        language="css"
        value={css}
        error={css.length > LONGEST_CSS && t('area.advanced.cssTooLong')}
        // Positions are outdated while a check is pending.
        marks={waiting ? NONE : problems}
        {...(goTo ? { goTo } : {})}
        onChange={(next) => change({ ADVANCED_customCSS: next })}
      />
      <Group justify="space-between" align="flex-start" gap="sm">
        <Editing>
          <Menu>
            <Menu.Target>
              <Button variant="default" size="xs" leftSection={<IconPlus size={14} stroke={1.5} />}>
                {t('themes.css.snippet')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {PARTS.map((part) => (
                <Menu.Item key={part} onClick={() => insert(part)}>
                  {t(`themes.css.parts.${part}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </Editing>
        {css.trim() !== '' && problems.length === 0 && (
          <Group component="output" gap={6} c="dimmed">
            {!waiting && <IconCheck size={16} stroke={1.5} aria-hidden />}
            <Text size="sm">{t(waiting ? 'themes.css.checking' : 'themes.css.clean')}</Text>
          </Group>
        )}
      </Group>
      {css.trim() !== '' && problems.length > 0 && <Problems problems={problems} onGo={setGoTo} />}
    </>
  )
}

interface ProblemsProps {
  problems: readonly CssProblem[]
  onGo: (place: { line: number; column: number }) => void
}

function Problems({ problems, onGo }: ProblemsProps) {
  const { t } = useTranslation()
  const more = problems.length - SHOWN
  return (
    <section aria-label={t('themes.css.problems')} aria-live="polite">
      <List size="sm" spacing={4} listStyleType="none">
        {problems.slice(0, SHOWN).map(({ line, column, level, message, code, params }) => (
          <List.Item key={`${line}.${column}.${message}`}>
            <UnstyledButton onClick={() => onGo({ line, column })}>
              <Text span size="sm" fw={600} c={level === 'removed' ? 'red' : 'dimmed'}>
                {t(level === 'removed' ? 'themes.css.removed' : 'themes.css.unknown')}
              </Text>{' '}
              <Text span size="sm">
                {t('themes.css.at', { line, message: translateMessage({ code, params, message }) })}
              </Text>
            </UnstyledButton>
          </List.Item>
        ))}
      </List>
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {t('themes.css.more', { count: more })}
        </Text>
      )}
    </section>
  )
}
