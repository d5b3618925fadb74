import { Alert, Button, Group, Input, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCopy, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../../scope.tsx'
import { CodeBox } from '../../../ui/copy.tsx'
import { notify } from '../../../ui/notify.ts'
import { usePublish } from '../draft/draft-bar.tsx'
import { isPublished, problem } from '../draft/draft-state.ts'
import { useDraft } from '../draft/draft.tsx'
import { scriptTag, type Render } from './script-tag.ts'

export default function DeployDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId } = useDraft()
  const [render, setRender] = useState<Render>('bottom-right')
  const clipboard = useClipboard()
  const script = scriptTag({ origin: location.origin, agentId, region, render })
  const copy = () => {
    clipboard.copy(script)
    notify.success(t('common.copied'), { id: 'copied' })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('agents.deploy.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        <Unpublished />
        <Text size="sm">{t('agents.deploy.text')}</Text>
        <Input.Wrapper label={t('agents.deploy.position')} labelElement="div">
          <div>
            <SegmentedControl
              aria-label={t('agents.deploy.position')}
              value={render}
              onChange={(value) => setRender(value as Render)}
              data={[
                { value: 'bottom-right', label: t('agents.deploy.right') },
                { value: 'bottom-left', label: t('agents.deploy.left') },
              ]}
            />
          </div>
        </Input.Wrapper>
        <CodeBox
          value={script}
          name={t('agents.deploy.title')}
          copyLabel={t('agents.settings.copy', { what: t('agents.deploy.script') })}
        />
        <Text size="sm" c="dimmed">
          {t('agents.deploy.try')}
        </Text>
        <Group justify="flex-end">
          <Button leftSection={<IconCopy size={16} stroke={1.5} />} onClick={copy}>
            {t('agents.deploy.copyScript')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function Unpublished() {
  const { t } = useTranslation()
  const { state } = useDraft()
  const publish = usePublish()
  if (isPublished(state)) return null
  return (
    <Alert color="yellow" icon={<IconInfoCircle stroke={1.5} />} title={t('agents.deploy.unpublishedTitle')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('agents.deploy.unpublishedText')}</Text>
        <Button
          size="xs"
          variant="default"
          disabled={Boolean(problem(state))}
          loading={state.publishing}
          onClick={() => void publish()}
        >
          {t('agents.draft.publish')}
        </Button>
      </Group>
    </Alert>
  )
}
