// Connects a Twilio number: an imported one, or a new one by its account.
import { Anchor, Button, Divider, Group, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Editing } from '../../../../components/feedback/read-only.tsx'
import { notify } from '../../../../components/feedback/notify.ts'
import { errorText } from '../../../../lib/errors.ts'
import { AppLink } from '../../../../lib/link.tsx'
import { paths } from '../../../../lib/paths.ts'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useDraft } from '../../draft/draft.tsx'
import { isFilledOut, NO_TWILIO_FIELDS, TwilioFields } from './twilio-fields.tsx'
import { useConnection, useRefreshChannels } from '../connections/use-connections.ts'

export default function SmsConnection() {
  const { t } = useTranslation()
  const { api, region, workspace, client } = useScope()
  const { agentId } = useDraft()
  const refresh = useRefreshChannels()
  const connection = useConnection('sms')
  const numbers = useQuery(api.numbers.list.queryOptions({ input: { uid: workspace.uid }, enabled: !client }))
  const free = numbers.data?.items.filter(({ status }) => status === 'unassigned') ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const { accountSid = '', phoneNumber = '' } = connection?.settings ?? {}
  const [fields, setFields] = useState({ ...NO_TWILIO_FIELDS, accountSid, phoneNumber })
  const [fault, setFault] = useState('')
  const onSuccess = async () => {
    setFields(NO_TWILIO_FIELDS)
    notify.success(t('channels.sms.saved'))
    await Promise.all([refresh(), client ? undefined : numbers.refetch()])
  }
  const assign = useMutation({
    mutationFn: (numberId: string) => api.numbers.assign.call({ uid: workspace.uid, numberId, agentId }),
    onSuccess,
    onError: (error: Error) => notify.error(errorText(error)),
  })
  const connect = useMutation({
    mutationFn: () => api.channels.connect.call({ agentId, channel: 'sms', fields: { ...fields } }),
    onSuccess,
    onError: (error: Error) => setFault(errorText(error)),
  })
  const change = (next: typeof fields) => {
    setFault('')
    setFields(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isFilledOut(fields)) return setFault(t('channels.fillOut'))
    setFault('')
    connect.mutate()
  }
  const isFailing = connection?.status === 'failing'
  if (connection && !isFailing)
    return (
      <Text size="sm" c="dimmed">
        {t('channels.sms.consent')}
      </Text>
    )
  return (
    <Stack gap="md">
      {free.length > 0 && !isFailing && (
        <Editing>
          <Group align="flex-end" gap="sm">
            <Select
              label={t('channels.sms.imported')}
              data={free.map(({ id, phoneNumber }) => ({ value: id, label: phoneNumber }))}
              value={chosen}
              onChange={setChosen}
              flex={1}
              miw={180}
            />
            <Button
              disabled={chosen === null}
              loading={assign.isPending}
              onClick={() => chosen !== null && assign.mutate(chosen)}
            >
              {t('channels.sms.use')}
            </Button>
          </Group>
          <Divider label={t('channels.sms.orImport')} />
        </Editing>
      )}
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TwilioFields value={fields} onChange={change} fault={fault} />
          <Editing>
            <div>
              <Button
                type="submit"
                variant={free.length > 0 && !isFailing ? 'default' : 'filled'}
                loading={connect.isPending}
              >
                {t('channels.connect', { name: t('area.channelNames.sms') })}
              </Button>
            </div>
          </Editing>
        </Stack>
      </form>
      <Text size="sm" c="dimmed">
        {t('channels.sms.consent')}{' '}
        {!client && (
          <Anchor
            underline="always"
            renderRoot={(props) => <AppLink target={paths.twilioNumbers(region)} {...props} />}
          >
            {t('channels.sms.all')}
          </Anchor>
        )}
      </Text>
    </Stack>
  )
}
