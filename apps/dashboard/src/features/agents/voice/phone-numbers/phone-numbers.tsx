// The workspace's numbers and which this agent answers.
import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { TwilioNumber } from '@parlance/contract/channels/numbers-api'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { labelled } from '../../../../components/content/locale.ts'
import { AlertBox } from '../../../../components/feedback/alert-box.tsx'
import { ErrorMessage } from '../../../../components/feedback/error-message.tsx'
import { notify } from '../../../../components/feedback/notify.ts'
import { RowSkeletons } from '../../../../components/feedback/skeletons.tsx'
import { Section } from '../../../../components/layout/page.tsx'
import { confirm } from '../../../../components/overlay/confirm.tsx'
import { errorText } from '../../../../lib/errors.ts'
import { useCan } from '../../../../lib/permissions.ts'
import { statusQuery } from '../../../../lib/session/session.ts'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { ImportNumber } from '../../channels/twilio/import-number.tsx'
import { useRefreshNumbers } from '../../channels/twilio/use-refresh-numbers.ts'
import { useDraft } from '../../draft/draft.tsx'
import { BuyNumber } from './buy-number.tsx'
import classes from './phone-numbers.module.css'
import { Transfers } from './transfers.tsx'

export default function PhoneNumbers() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const mayChange = useCan('editor')
  const refresh = useRefreshNumbers()
  const [buying, buyDialog] = useDisclosure()
  const [importing, importDialog] = useDisclosure()
  const numbers = useQuery(api.numbers.list.queryOptions({ input: { uid: workspace.uid } }))
  const items = numbers.data?.items ?? []
  return (
    <>
      <Section title={t('area.voice.phoneNumbers')} description={t('phone.text')}>
        <Hearing />
        {numbers.isPending && <RowSkeletons />}
        {numbers.isError && <ErrorMessage text={errorText(numbers.error)} onRetry={() => void numbers.refetch()} />}
        {numbers.isSuccess && items.length === 0 && (
          <div>
            <Text fw={600}>{t('phone.emptyTitle')}</Text>
            <Text size="sm" c="dimmed">
              {t('phone.emptyText')}
            </Text>
          </div>
        )}
        {items.length > 0 && (
          <ul className={classes.list} aria-label={t('area.voice.phoneNumbers')}>
            {items.map((number) => (
              <Row key={number.id} number={number} />
            ))}
          </ul>
        )}
        {mayChange && numbers.isSuccess && (
          <Group gap="xs">
            <Button onClick={buyDialog.open}>{t('phone.buy')}</Button>
            <Button variant="default" onClick={importDialog.open}>
              {t('channels.numbers.import')}
            </Button>
          </Group>
        )}
        {buying && <BuyNumber numbers={items} onBought={refresh} onClose={buyDialog.close} />}
        {importing && <ImportNumber onClose={importDialog.close} />}
      </Section>
      <Transfers own={items.map(({ phoneNumber }) => phoneNumber)} />
    </>
  )
}

/** Which service transcribes callers: a browser can't on the phone. */
function Hearing() {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId } = useDraft()
  const chosen = useQuery(api.voice.services.queryOptions({ input: { agentId } })).data?.data
  // Vapi takes no phone calls: the agent's own engine does.
  const isVapi = chosen?.speech.provider === 'vapi'
  const own = useQuery({
    ...api.voice.services.queryOptions({ input: { agentId, engine: 'parlance' } }),
    enabled: isVapi,
  }).data?.data
  const services = isVapi ? own : chosen
  const hasSimulator = useQuery(statusQuery).data?.simulatorPages.includes('phone') === true
  if (hasSimulator)
    return (
      <Text size="sm" c="dimmed">
        {t('phone.sandbox')}{' '}
        <Anchor underline="always" href="/sandbox/phone" target="_blank" rel="noopener">
          {t('phone.simulator')}
        </Anchor>
        .
      </Text>
    )
  return services?.transcriber.provider === 'browser' ? (
    <AlertBox kind="warning">{t('phone.nobodyHears')}</AlertBox>
  ) : null
}

function Row({ number }: { number: TwilioNumber }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const { agentId } = useDraft()
  const refresh = useRefreshNumbers()
  const mayChange = useCan('editor')
  const { id, phoneNumber, label, voice, callAgentId, callAgentTitle } = number
  const isHere = callAgentId === agentId
  const assign = useMutation({
    mutationFn: (to: string) => api.numbers.assignCalls.call({ uid: workspace.uid, numberId: id, agentId: to }),
    async onSuccess({ data }) {
      notify.success(
        data.callAgentId === ''
          ? t('phone.stopped', { number: phoneNumber })
          : t('phone.answering', { number: phoneNumber }),
      )
      await refresh()
    },
    onError: (error: Error) => notify.error(errorText(error)),
  })
  const release = useMutation({
    mutationFn: () => api.numbers.release.call({ uid: workspace.uid, numberId: id }),
    async onSuccess() {
      notify.success(t('phone.released', { number: phoneNumber }))
      await refresh()
    },
    onError: (error: Error) => notify.error(errorText(error)),
  })
  const take = async () => {
    const question = {
      title: t('phone.moveTitle', { number: phoneNumber }),
      body: t('phone.moveText', { agent: callAgentTitle }),
      confirm: t('phone.move'),
      danger: false,
    }
    if (callAgentId === '' || (await confirm(question))) assign.mutate(agentId)
  }
  const askRelease = async () => {
    const question = {
      title: t('phone.releaseTitle', { number: phoneNumber }),
      body: t('phone.releaseText'),
      confirm: t('phone.releaseConfirm'),
    }
    if (await confirm(question)) release.mutate()
  }
  const where = isHere
    ? t('phone.here')
    : callAgentId === ''
      ? t('phone.nobody')
      : t('phone.other', { agent: callAgentTitle || callAgentId })
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={600} dir="ltr" ta="start">
          {phoneNumber}
        </Text>
        {label !== '' && label !== phoneNumber && (
          <Text size="sm" c="dimmed" dir="auto">
            {label}
          </Text>
        )}
      </div>
      <Badge color={voice && isHere ? 'green' : 'gray'}>{voice ? where : t('phone.noVoice')}</Badge>
      {mayChange && (
        <Group gap="xs">
          {voice && (
            <Button
              variant="default"
              size="xs"
              loading={assign.isPending}
              aria-label={labelled(isHere ? t('phone.stop') : t('phone.answer'), phoneNumber)}
              onClick={() => (isHere ? assign.mutate('') : void take())}
            >
              {isHere ? t('phone.stop') : t('phone.answer')}
            </Button>
          )}
          <Button
            variant="subtle"
            color="red"
            size="xs"
            loading={release.isPending}
            aria-label={labelled(t('phone.release'), phoneNumber)}
            onClick={() => void askRelease()}
          >
            {t('phone.release')}
          </Button>
        </Group>
      )}
    </li>
  )
}
