// An agent's WhatsApp numbers: Meta login, connecting and removing.
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import type { PhoneEntry } from '@parlance/contract/channels/whatsapp'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../../../components/feedback/alert-box.tsx'
import { Editing } from '../../../../components/feedback/read-only.tsx'
import { notify } from '../../../../components/feedback/notify.ts'
import { labelled } from '../../../../components/content/locale.ts'
import { errorText } from '../../../../lib/errors.ts'
import { statusQuery } from '../../../../lib/session/session.ts'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { newLoginState, openMetaLogin } from '../meta-pages/meta-login.ts'
import { useToldFailure } from '../connections/use-told-failure.ts'
import classes from './whatsapp.module.css'

interface Offered extends PhoneEntry {
  readonly wabaId: string
}

interface Props {
  agentId: string
  /** Meta refuses the token: the number is offered again after the sign-in. */
  isFailing?: boolean
}

export function WhatsappNumbers({ agentId, isFailing = false }: Props) {
  const { t } = useTranslation()
  const { api, client } = useScope()
  const failed = useToldFailure()
  const queries = useQueryClient()
  const [signedIn, setSignedIn] = useState<{ token: string; offered: readonly Offered[] }>()
  const numbersQuery = useQuery(api.whatsapp.getWhatsappNumbers.queryOptions({ input: { agentId } }))
  const numbers = numbersQuery.data
  const channels = useQuery(api.channels.list.queryOptions({ input: { agentId } })).data?.items
  const settings = channels?.find(({ channel }) => channel === 'whatsapp')?.settings
  const nameOf = (phoneId: string) =>
    signedIn?.offered.find(({ id }) => id === phoneId)?.verified_name ??
    (settings?.phoneId === phoneId ? settings.verifiedName : undefined) ??
    ''
  const refresh = async () => {
    await Promise.all([api.channels, api.whatsapp].map((calls) => queries.invalidateQueries({ queryKey: calls.key() })))
  }
  const connect = useMutation({
    mutationFn: ({ wabaId, id: phoneId, display_phone_number: phoneNumber }: Offered) =>
      api.whatsapp.connectWhatsappNumber.call({
        agentId,
        longAccessToken: signedIn?.token ?? '',
        wabaId,
        phoneId,
        phoneNumber,
      }),
    async onSuccess() {
      notify.success(t('channels.wa.connected'))
      await refresh()
    },
    onError: failed,
  })
  const remove = useMutation({
    mutationFn: (phoneId: string) => api.whatsapp.removeWhatsappNumber.call({ agentId, phoneId }),
    async onSuccess({ phoneId }) {
      setSignedIn((before) => before && { ...before, offered: before.offered.filter(({ id }) => id !== phoneId) })
      notify.success(t('channels.wa.removed'))
      await refresh()
    },
    onError: failed,
  })
  const connected = new Set(isFailing ? [] : numbers?.map(({ phoneId }) => phoneId))
  const offered = signedIn?.offered.filter(({ id }) => !connected.has(id)) ?? []
  const own = numbers?.filter(({ phoneId }) => !offered.some(({ id }) => id === phoneId))
  return (
    <Stack gap="md">
      <ul className={classes.numbers} aria-label={t('channels.wa.numbers')}>
        {own?.map(({ phoneId, phoneNumber }) => (
          <NumberRow
            key={phoneId}
            number={phoneNumber}
            name={nameOf(phoneId)}
            isConnected={!isFailing}
            label={t('channels.wa.remove')}
            loading={remove.isPending}
            onPress={() => remove.mutate(phoneId)}
          />
        ))}
        {offered.map((entry) => (
          <NumberRow
            key={entry.id}
            number={entry.display_phone_number}
            name={entry.verified_name}
            state={entry.status}
            label={t('channels.wa.connect')}
            loading={connect.isPending && connect.variables.id === entry.id}
            onPress={() => connect.mutate(entry)}
          />
        ))}
      </ul>
      {signedIn?.offered.length === 0 && <AlertBox kind="info">{t('channels.wa.none')}</AlertBox>}
      {client ? (
        <Text size="sm" c="dimmed">
          {t('channels.askAgency', { name: 'WhatsApp' })}
        </Text>
      ) : (
        <SignIn agentId={agentId} isConnected={connected.size > 0} onSignedIn={setSignedIn} />
      )}
    </Stack>
  )
}

interface RowProps {
  number: string
  name: string
  /** Meta's code of the number's state. */
  state?: string
  isConnected?: boolean
  label: string
  loading: boolean
  onPress: () => void
}

function NumberRow({ number, name, state = '', isConnected = false, label, loading, onPress }: RowProps) {
  const { t } = useTranslation()
  return (
    <li className={classes.number}>
      <div className={classes.names}>
        <Text size="sm" fw={500} dir="ltr">
          {number}
        </Text>
        {name !== '' && (
          <Text size="sm" c="dimmed" className="truncate">
            {name}
          </Text>
        )}
        <PhoneState code={state} />
      </div>
      <Group gap="xs" wrap="nowrap" className={classes.action}>
        <Badge color={isConnected ? 'green' : 'gray'}>
          {t(isConnected ? 'channels.wa.isConnected' : 'channels.wa.notConnected')}
        </Badge>
        <Editing>
          <Button
            size="xs"
            variant={isConnected ? 'default' : 'filled'}
            aria-label={labelled(label, number)}
            loading={loading}
            onClick={onPress}
          >
            {label}
          </Button>
        </Editing>
      </Group>
    </li>
  )
}

const PHONE_STATES = [
  'BANNED',
  'DELETED',
  'DISCONNECTED',
  'FLAGGED',
  'MIGRATED',
  'PENDING',
  'RATE_LIMITED',
  'RESTRICTED',
  'UNVERIFIED',
] as const
/** What Meta says of a number that isn't simply fine; codes that are new to us stay as they are. */
function PhoneState({ code }: { code: string }) {
  const { t } = useTranslation()
  if (code === '' || code === 'CONNECTED' || code === 'UNKNOWN') return null
  const known = PHONE_STATES.find((one) => one === code)
  return (
    <Text size="sm" c="dimmed">
      {known ? t(`channels.wa.phoneStatus.${known}`) : code}
    </Text>
  )
}

interface SignInProps {
  agentId: string
  isConnected: boolean
  onSignedIn: (given: { token: string; offered: readonly Offered[] }) => void
}

function SignIn({ agentId, isConnected, onSignedIn }: SignInProps) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const failed = useToldFailure()
  const [state] = useState(newLoginState)
  const isSandbox = useQuery(statusQuery).data?.simulatorPages.includes('whatsapp')
  const waiting = useRef<AbortController>(undefined)
  useEffect(() => () => waiting.current?.abort(), [])
  const login = useQuery(api.whatsapp.login.queryOptions({ input: { agentId, state }, staleTime: 60_000 }))
  const list = useMutation({
    async mutationFn(token: string) {
      const workspaceId = workspace.uid
      const { access_token, wabaIds } = await api.whatsapp.getLongAccessToken.call({ token, workspaceId })
      const details = await Promise.all(
        wabaIds.map(async (wabaId) => {
          const given = { wabaId, longAccessToken: access_token, workspaceId }
          const { data } = await api.whatsapp.getDetailsOfWhatsappNumber.call(given)
          return data.map((entry) => ({ ...entry, wabaId }))
        }),
      )
      return { token: access_token, offered: details.flat() }
    },
    onSuccess: onSignedIn,
    onError: failed,
  })
  const open = () => {
    const url = login.data?.url
    if (!url) return
    waiting.current?.abort()
    waiting.current = new AbortController()
    const answered = openMetaLogin(url, state, waiting.current.signal)
    if (!answered) return notify.error(t('channels.wa.blocked'))
    answered.then(
      ({ token, code }) => {
        const given = token || code
        if (given === '') notify.error(t('channels.wa.cancelled'))
        else list.mutate(given)
      },
      // The page was left or the login restarted.
      () => undefined,
    )
  }
  if (login.isError) return <AlertBox kind="danger">{errorText(login.error)}</AlertBox>
  if (login.data?.url === null) return <AlertBox kind="info">{t('channels.wa.setUp')}</AlertBox>
  return (
    <Stack gap="xs">
      {login.data?.isExpired && !isSandbox && (
        <AlertBox kind="warning">{t('channels.wa.expired', { version: login.data.version })}</AlertBox>
      )}
      {!isConnected && (
        <Text size="sm" c="dimmed">
          {t('channels.wa.signInText')}
        </Text>
      )}
      <Editing>
        <div>
          <Button
            variant={isConnected ? 'default' : 'filled'}
            loading={login.isPending || list.isPending}
            onClick={open}
          >
            {t(isConnected ? 'channels.wa.another' : 'channels.wa.signIn')}
          </Button>
        </div>
      </Editing>
    </Stack>
  )
}
