// What a workspace without white label is offered: the trial while it may have one, else the way to a plan that includes it.
import { Button, Group, Stack, Text } from '@mantine/core'
import { isAgencyReadOnly } from '@parlance/contract/agencies/standing'
import { WHITELABEL_GRACE_SECONDS } from '@parlance/contract/billing/entitlements'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { wordLocale } from '../../components/content/locale.ts'
import { AlertBox } from '../../components/feedback/alert-box.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { PermissionTooltip } from '../../components/overlay/permission-tooltip.tsx'
import { errorText } from '../../lib/errors.ts'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useDeniedReason } from '../../lib/permissions.ts'
import { statusQuery } from '../../lib/session/session.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'

/** The workspace's entitlements; undefined while unknown. */
export function useEntitlements() {
  const { api, workspace } = useScope()
  return useQuery(api.workspaces.get.queryOptions({ input: { uid: workspace.uid }, staleTime: 60_000 })).data?.data
    .entitlements
}

/**
 * Offers the feature in `needs` unless the workspace has it: a trial if possible, otherwise a plan. After a trial the page
 * itself says so.
 */
export function UpgradeOffer({ needs, children }: { needs: 'customDomain' | 'whitelabel'; children?: ReactNode }) {
  const { t, i18n } = useTranslation()
  const allowed = useEntitlements()
  const onSale = useQuery(statusQuery).data?.addOnsOnSale
  if (!allowed || !onSale || allowed[needs] || isAgencyReadOnly(allowed)) return null
  const { plan, whitelabelTrial } = allowed
  const { state, endsAt } = whitelabelTrial
  const until = new Date((endsAt + WHITELABEL_GRACE_SECONDS) * 1000).toLocaleDateString(wordLocale(i18n.language), {
    day: 'numeric',
    month: 'long',
  })
  return (
    <AlertBox kind={state === 'never' ? 'info' : 'warning'}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {(state === 'never' && children) ||
            (plan === 'free'
              ? t(`agency.upgrade.${state}`, { date: until })
              : t(onSale.includes('mini-whitelabel') ? 'agency.upgrade.addOn' : 'agency.upgrade.onRequest'))}
        </Text>
        <Group gap="xs">
          {state === 'never' && <StartTrial />}
          <UpgradeLink />
        </Group>
      </Stack>
    </AlertBox>
  )
}

export function UpgradeLink() {
  const { t } = useTranslation()
  const { region } = useScope()
  return (
    <Button component={AppLink} target={paths.billing(region)} variant="default">
      {t('agency.upgrade.plan')}
    </Button>
  )
}

function StartTrial() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const start = useMutation(
    api.agencies.activateTrial.mutationOptions({
      onSuccess: async () => {
        await client.invalidateQueries({ queryKey: api.workspaces.key() })
        notify.success(t('agency.upgrade.started'))
      },
      onError: (error) => notify.error(errorText(error), { autoClose: 5000 }),
    }),
  )
  return (
    <PermissionTooltip why={useDeniedReason('owner')}>
      <Button loading={start.isPending} onClick={() => start.mutate({ workspaceId: workspace.uid })}>
        {t('agency.upgrade.trial')}
      </Button>
    </PermissionTooltip>
  )
}
