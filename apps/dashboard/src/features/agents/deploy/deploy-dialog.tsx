// Deployment: embed code and live check.
import { Alert, Button, Group, Stack, Tabs, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { HelpLink } from '../../../components/layout/page.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { PermissionTooltip } from '../../../components/overlay/permission-tooltip.tsx'
import { lazyWithTexts } from '../../../i18n/lazy-with-texts.ts'
import { useDeniedReason } from '../../../lib/permissions.ts'
import { usePublish } from '../draft/draft-bar.tsx'
import { isPublished, problem } from '../draft/draft-state.ts'
import { useDraft } from '../draft/draft.tsx'
import { hasPart, widgetPart } from '../widget/widget-part.ts'

const EmbedCode = lazyWithTexts(() => import('./embed-code.tsx'), 'EmbedCode')
const LiveCheck = lazyWithTexts(() => import('./live-check.tsx'), 'LiveCheck')

interface Props {
  /** The page's bar calls publishing Save. */
  saves?: boolean
  onClose: () => void
}

export default function DeployDialog({ saves = false, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog
      onClose={onClose}
      size={860}
      title={
        <Group component="span" gap={4}>
          {t('agents.deploy.title')}
          <HelpLink title={t('agents.deploy.title')} slug="add-to-website" />
        </Group>
      }
    >
      <Stack gap="md">
        <Unpublished saves={saves} />
        <Tabs defaultValue="code" variant="pills" keepMounted={false}>
          <Tabs.List mb="md" aria-label={t('agents.deploy.title')}>
            <Tabs.Tab value="code">{t('widget.deploy.code')}</Tabs.Tab>
            <Tabs.Tab value="live">{t('widget.deploy.live')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="code">
            <Stack gap="md">
              <Suspense fallback={<RowSkeletons />}>
                <EmbedCode />
              </Suspense>
            </Stack>
          </Tabs.Panel>
          <Tabs.Panel value="live">
            <Suspense fallback={<RowSkeletons />}>
              <LiveCheck />
            </Suspense>
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </Dialog>
  )
}

function Unpublished({ saves }: { saves: boolean }) {
  const { t } = useTranslation()
  const { state } = useDraft()
  const publish = usePublish(saves ? widgetPart : undefined)
  const refusal = useDeniedReason('editor')
  if (saves ? !hasPart(state) : isPublished(state)) return null
  return (
    <Alert color="yellow" icon={<IconInfoCircle stroke={1.5} />} title={t('agents.deploy.unpublishedTitle')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t(saves ? 'widget.deploy.unpublishedText' : 'agents.deploy.unpublishedText')}</Text>
        <PermissionTooltip why={refusal}>
          <Button
            size="xs"
            variant="default"
            disabled={Boolean(problem(state))}
            loading={state.publishing}
            onClick={() => void publish()}
          >
            {t(saves ? 'widget.bar.save' : 'agents.draft.publish')}
          </Button>
        </PermissionTooltip>
      </Group>
    </Alert>
  )
}
