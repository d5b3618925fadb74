// Notification preferences, saved on change.
import { Box, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core'
import { NOTIFY_IF_NUMBERS } from '@parlance/contract/notifications/rules'
import type { PersonalNotifications, QuietHours } from '@parlance/contract/notifications/schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { errorText } from '../../lib/errors.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { useStableCallback } from '../../lib/use-stable.ts'
import { ownTimeZone } from '../../lib/own-time-zone.ts'
import { pushState, switchOff, switchOn } from './browser-push.ts'
import classes from './notifications.module.css'
import { useNotificationSettings, usePushOwner, useSaveSettings } from './use-notifications.ts'

const THROUGH = ['all', 'email', 'push', 'none'] as const
const EVENTS = ['all', 'requestsOnly', 'none'] as const

export function NotificationSettings() {
  const { t } = useTranslation()
  const found = useNotificationSettings()
  const { save } = useSaveSettings()
  if (found.isPending) return <div className={classes.loading} aria-busy />
  if (!found.data)
    return (
      <Box p="md">
        <ErrorMessage text={errorText(found.error)} onRetry={() => void found.refetch()} />
      </Box>
    )
  const settings = found.data.data
  const eventOf = (number: string) => EVENTS.find((name) => String(NOTIFY_IF_NUMBERS[name]) === number)
  return (
    <Stack className={classes.settings}>
      <NativeSelect
        label={t('notifications.through.label')}
        data={THROUGH.map((value) => ({ value, label: t(`notifications.through.${value}`) }))}
        value={settings.notifyThrough}
        onChange={({ currentTarget: { value } }) => {
          const notifyThrough = THROUGH.find((one) => one === value)
          if (notifyThrough) save({ notifyThrough })
        }}
      />
      <NativeSelect
        label={t('notifications.events.label')}
        data={EVENTS.map((name) => ({
          value: String(NOTIFY_IF_NUMBERS[name]),
          label: t(`notifications.events.${name}`),
        }))}
        value={String(NOTIFY_IF_NUMBERS[settings.notifyIf])}
        onChange={({ currentTarget: { value } }) => {
          const notifyIf = eventOf(value)
          if (notifyIf) save({ notifyIf })
        }}
      />
      <BrowserSwitch />
      <Switch
        label={t('notifications.sound')}
        checked={settings.sound}
        onChange={({ currentTarget: { checked } }) => save({ sound: checked })}
      />
      <Quiet settings={settings} onChange={(quietHours) => save({ quietHours })} />
    </Stack>
  )
}

function BrowserSwitch() {
  const { t } = useTranslation()
  const owner = usePushOwner()
  const client = useQueryClient()
  const key = ['browser-push', owner.uid, owner.personId]
  const { data: state = 'off', isPending } = useQuery({ queryKey: key, queryFn: () => pushState(owner), staleTime: 0 })
  const change = useMutation({
    // A state read before the change must not replace the one after it.
    onMutate: () => client.cancelQueries({ queryKey: key }),
    mutationFn: async (on: boolean) => (on ? switchOn(owner) : (await switchOff(owner), pushState(owner))),
    onSuccess: (next) => client.setQueryData(key, next),
    onError: (error) => notify.error(`${t('notifications.browser.failed')} ${errorText(error)}`),
  })
  const isClosed = state === 'unsupported' || state === 'denied'
  return (
    <Switch
      label={t('notifications.browser.label')}
      {...(isClosed && { description: t(`notifications.browser.${state}`) })}
      // Until it is known, pressing would do the opposite of what the person wants.
      disabled={isPending || isClosed || change.isPending}
      checked={state === 'on'}
      onChange={({ currentTarget: { checked } }) => change.mutate(checked)}
    />
  )
}

const EVENING: Omit<QuietHours, 'timeZone'> = { from: '22:00', to: '07:00' }

interface QuietProps {
  settings: PersonalNotifications
  onChange: (quietHours: QuietHours | null) => void
}

function Quiet({ settings: { quietHours }, onChange }: QuietProps) {
  const { t } = useTranslation()
  const own = ownTimeZone()
  return (
    <Stack gap="xs">
      <Switch
        label={t('notifications.quiet.label')}
        description={t('notifications.quiet.hint')}
        checked={quietHours !== null}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? { ...EVENING, timeZone: own } : null)}
      />
      {quietHours && (
        <>
          <Group grow gap="xs">
            <TimeField
              label={t('notifications.quiet.from')}
              value={quietHours.from}
              onChange={(from) => onChange({ ...quietHours, from, timeZone: own })}
            />
            <TimeField
              label={t('notifications.quiet.to')}
              value={quietHours.to}
              onChange={(to) => onChange({ ...quietHours, to, timeZone: own })}
            />
          </Group>
          <Text size="xs" c="dimmed">
            {t('notifications.quiet.zone', { zone: quietHours.timeZone.replaceAll('_', ' ') })}
          </Text>
        </>
      )}
    </Stack>
  )
}

/** Saved on blur, and when the panel closes without one: intermediate values while typing are other times. */
function TimeField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState<string>()
  const keep = () => {
    if (typed && typed !== value) onChange(typed)
    setTyped(undefined)
  }
  const keepLatest = useStableCallback(keep)
  useEffect(() => keepLatest, [keepLatest])
  return (
    <TextInput
      type="time"
      label={label}
      value={typed ?? value}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={keep}
    />
  )
}
