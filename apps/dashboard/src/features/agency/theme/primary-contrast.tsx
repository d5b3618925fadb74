// Contrast of the primary colour, the fallback used by pages, and the closest readable colour.
import { Button, Group, List, Text } from '@mantine/core'
import { checkPrimary } from '@parlance/contract/agencies/theme'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'
import { Editing } from '../../../components/feedback/read-only.tsx'

const shown = (ratio: number) => (Math.floor(ratio * 10) / 10).toFixed(1)

export function PrimaryContrast({ primary, onUse }: { primary: string; onUse: (hex: string) => void }) {
  const { t } = useTranslation()
  const { findings, nearest } = checkPrimary(primary)
  if (findings.length === 0)
    return (
      <Group component="output" gap={6} c="dimmed">
        <IconCheck size={16} stroke={1.5} aria-hidden />
        <Text size="sm">{t('agency.theme.contrast.good')}</Text>
      </Group>
    )
  return (
    <AlertBox kind="warning" title={t('agency.theme.contrast.warning')}>
      <List size="sm" spacing={4}>
        {findings.map(({ what, mode, ratio, needed, instead }) => (
          <List.Item key={mode + what}>
            {t(`agency.theme.contrast.${mode === 'dark' ? 'darkShape' : what}`, {
              ratio: shown(ratio),
              needed: String(needed),
              instead,
            })}
          </List.Item>
        ))}
      </List>
      <Editing>
        <Button mt="sm" size="xs" variant="default" onClick={() => onUse(nearest)}>
          {t('agency.theme.contrast.nearest', { colour: nearest })}
        </Button>
      </Editing>
    </AlertBox>
  )
}
