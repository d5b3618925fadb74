import { ActionIcon, Button, Group, Text, Title, Tooltip } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconRefresh, IconTestPipe, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './test-panel.module.css'

interface Props {
  readonly published: boolean
  readonly canRestart: boolean
  readonly canSave: boolean
  readonly setup: { readonly id: string; readonly open: boolean; readonly onToggle: () => void }
  readonly onSave: () => void
  readonly onRestart: () => void
  readonly onClose: () => void
}

export function Head({ published, canRestart, canSave, setup, onSave, onRestart, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <header className={classes.head}>
      <div className={classes.headWords}>
        <Title order={2} size="h3">
          {t('panel.title')}
        </Title>
        <Text size="xs" c="dimmed">
          {t(published ? 'debug.publishedHint' : 'debug.draftHint')}
        </Text>
      </div>
      <Group gap={2} wrap="nowrap">
        <Tooltip label={t('debug.setup.toggle')}>
          <ActionIcon
            aria-label={t('debug.setup.toggle')}
            aria-expanded={setup.open}
            aria-controls={setup.id}
            variant={setup.open ? 'light' : 'subtle'}
            onClick={setup.onToggle}
          >
            <IconAdjustmentsHorizontal size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('debug.save.button')}>
          <ActionIcon aria-label={t('debug.save.button')} aria-haspopup="dialog" onClick={onSave} disabled={!canSave}>
            <IconTestPipe size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('panel.restart')}>
          <ActionIcon aria-label={t('panel.restart')} onClick={onRestart} disabled={!canRestart}>
            <IconRefresh size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
        <Button
          variant="default"
          radius="xl"
          size="xs"
          ms={4}
          leftSection={<IconX size={16} stroke={1.5} />}
          onClick={onClose}
        >
          {t('shell.hideTest')}
        </Button>
      </Group>
    </header>
  )
}
