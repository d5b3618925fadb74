// Contrast of the chosen colour, the chat's fallback, and the closest readable colour.
import { Button, Group, List, Text } from '@mantine/core'
import { noticeOf, readability } from '@parlance/contract/agents/readability'
import type { Mode } from '@parlance/contract/themes/palette'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'
import classes from './design.module.css'
import { Editing } from '../../../components/feedback/read-only.tsx'

interface Props {
  /** As stored: a preset or `custom-…`. */
  theme: string
  primary: string
  mode: Mode
  onUse: (hex: string) => void
}

const shown = (ratio: number) => (Math.floor(ratio * 10) / 10).toFixed(1)

export function Contrast({ theme, primary, mode, onUse }: Props) {
  const { t } = useTranslation()
  const { findings, nearest } = readability(primary, mode)
  const notice = noticeOf(theme, findings)
  if (notice === 'good')
    return (
      <Group component="output" gap={6} c="dimmed">
        <IconCheck size={16} stroke={1.5} aria-hidden />
        <Text size="sm">{t('themes.contrast.good')}</Text>
      </Group>
    )
  return (
    <AlertBox kind={notice === 'warning' ? 'warning' : 'info'} title={t(`themes.contrast.${notice}`)}>
      <List size="sm" spacing={4}>
        {findings.map(({ what, ratio, needed, instead }) => (
          <List.Item key={what}>
            {t(`themes.contrast.${what}`, { ratio: shown(ratio), needed: String(needed), instead })}
          </List.Item>
        ))}
      </List>
      <Editing>
        <Button
          mt="sm"
          size="xs"
          variant="default"
          leftSection={<span className={classes.dot} style={{ background: nearest }} />}
          onClick={() => onUse(nearest)}
        >
          {t('themes.contrast.nearest', { colour: nearest })}
        </Button>
      </Editing>
    </AlertBox>
  )
}
