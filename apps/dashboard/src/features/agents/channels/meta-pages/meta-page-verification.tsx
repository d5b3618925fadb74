// Verifies that a connected page delivers its messages.
import { Badge, Button, Group, Loader, Stack, Text, Title } from '@mantine/core'
import type { OfferedPage } from '@parlance/contract/channels/meta-pages'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../../../components/feedback/alert-box.tsx'
import { ErrorMessage } from '../../../../components/feedback/error-message.tsx'
import { errorText } from '../../../../lib/errors.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'

interface Props {
  page: OfferedPage
  /** The user wanted Instagram, which this page doesn't have. */
  lacksInstagram: boolean
  finishing: boolean
  onVerified: () => void
  onAnother: () => void
}

export function MetaPageVerification({ page, lacksInstagram, finishing, onVerified, onAnother }: Props) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const input = { pageAccessToken: page.accessToken, workspaceId: workspace.uid }
  const check = useQuery({
    queryKey: [...api.channels.key(), 'subscriptions', page.pageId],
    queryFn: () => api.channels.checkPageSubscriptions.call(input),
    staleTime: 0,
    gcTime: 0,
  })
  const isConnected = (check.data?.subscriptions.responseJson.data.length ?? 0) > 0
  return (
    <Stack component="section" gap="sm" aria-labelledby="meta-page-status">
      <Title order={3} size="h4" id="meta-page-status">
        {t('channels.pages.status')}
      </Title>
      <Group gap="xs">
        {check.data && (
          <Badge color={isConnected ? 'green' : 'red'}>
            {t(isConnected ? 'channels.pages.subscribed' : 'channels.pages.notSubscribed')}
          </Badge>
        )}
        {check.isPending && <Loader size="xs" aria-label={t('common.loading')} />}
        <Text size="sm" fw={600} dir="auto">
          {page.pageName}
        </Text>
      </Group>
      {check.isError && <ErrorMessage text={errorText(check.error)} onRetry={() => void check.refetch()} />}
      {check.data && (
        <Text size="sm">
          {t(isConnected ? 'channels.pages.tryIt' : 'channels.pages.nothingComes', { name: page.pageName })}
        </Text>
      )}
      {check.data && lacksInstagram && <AlertBox kind="warning">{t('channels.pages.onlyMessenger')}</AlertBox>}
      <Group gap="xs">
        <Button disabled={!isConnected} loading={finishing} onClick={onVerified}>
          {t('channels.pages.verified')}
        </Button>
        <Button variant="default" onClick={onAnother}>
          {t('channels.pages.another')}
        </Button>
      </Group>
    </Stack>
  )
}
