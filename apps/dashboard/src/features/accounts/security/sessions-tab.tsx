// The account's sessions, to end unknown ones.
import { Badge, Button, Group, Text } from '@mantine/core'
import { IconDeviceLaptop, IconDeviceMobile, IconTerminal2 } from '@tabler/icons-react'
import type { Session } from '@parlance/contract/accounts/security-api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../../lib/api.ts'
import { errorText } from '../../../lib/errors.ts'
import { useSearchParam } from '../../../lib/link.tsx'
import { confirm } from '../../../components/overlay/confirm.tsx'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { wordLocale } from '../../../components/content/locale.ts'
import { notify } from '../../../components/feedback/notify.ts'
import { Section } from '../../../components/layout/page.tsx'
import { SearchInput } from '../../../components/inputs/search-input.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { RelativeTime } from '../../../components/content/time.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import classes from './security.module.css'

const sessionsQuery = globalApi.accounts.sessions.queryOptions()
const ICONS: Readonly<Record<Session['platform'], typeof IconDeviceLaptop>> = {
  windows: IconDeviceLaptop,
  macos: IconDeviceLaptop,
  linux: IconDeviceLaptop,
  chromeos: IconDeviceLaptop,
  android: IconDeviceMobile,
  ios: IconDeviceMobile,
  other: IconTerminal2,
}
/** Shows a search from this many sessions on. */
const SEARCHED = 8

export function SessionsTab() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(sessionsQuery)
  if (error) return <ErrorMessage text={errorText(error)} onRetry={() => void refetch()} />
  return (
    <>
      <Section title={t('account.sessions.title')} description={t('account.sessions.text')}>
        {data ? <Sessions items={data.items} /> : <RowSkeletons rows={3} />}
      </Section>
      <EndOthers alone={data?.items.length === 1} />
    </>
  )
}

function Sessions({ items }: { items: readonly Session[] }) {
  const { t } = useTranslation()
  const nameOf = useNames()
  const [wanted, setWanted] = useSearchParam('q')
  const words = wanted.toLowerCase()
  // The current session first.
  const ordered = [...items.filter(({ current }) => current), ...items.filter(({ current }) => !current)]
  const shown = ordered.filter((session) => {
    const { device, country } = nameOf(session)
    return `${device} ${country}`.toLowerCase().includes(words)
  })
  return (
    <>
      {(items.length > SEARCHED || wanted) && (
        <SearchInput value={wanted} onChange={setWanted} label={t('account.sessions.search')} />
      )}
      {shown.length === 0 && <Text size="sm">{t('account.sessions.noneFound')}</Text>}
      <ul className={classes.list} aria-label={t('account.sessions.list')}>
        {shown.map((session) => (
          <One key={session.id} session={session} {...nameOf(session)} />
        ))}
      </ul>
    </>
  )
}

/** Names browser, platform and country. */
function useNames() {
  const { t, i18n } = useTranslation()
  const countries = new Intl.DisplayNames([wordLocale(i18n.language)], { type: 'region', fallback: 'code' })
  return ({ browser, platform, country }: Session) => {
    const names = { browser: t(`account.browsers.${browser}`), platform: t(`account.platforms.${platform}`) }
    const device =
      names.browser && names.platform
        ? t('account.sessions.on', names)
        : names.browser || names.platform || t('account.sessions.unknownBrowser')
    return { device, country: country ? (countries.of(country) ?? country) : '' }
  }
}

function One({ session, device, country }: { session: Session; device: string; country: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const end = useMutation(
    globalApi.accounts.endSession.mutationOptions({
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
        notify.success(t('account.sessions.ended'))
      },
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  const Device = ICONS[session.platform]
  const ask = async () => {
    const yes = await confirm({
      title: t('account.sessions.endTitle', { name: device }),
      body: t('account.sessions.endBody'),
      confirm: t('account.sessions.end'),
    })
    if (yes) end.mutate({ sessionId: session.id })
  }
  return (
    <li className={classes.row}>
      <span className={classes.mark} data-on={session.current || undefined} aria-hidden>
        <Device size={20} stroke={1.5} />
      </span>
      <div className={classes.about}>
        <Group gap="xs">
          <Text fw={500}>{device}</Text>
          {session.current && <Badge variant="light">{t('account.sessions.current')}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {country && `${country} · `}
          {t('account.sessions.seen')} <RelativeTime at={session.lastSeenAt} /> · {t('account.sessions.signedIn')}{' '}
          <RelativeTime at={session.createdAt} />
        </Text>
      </div>
      {!session.current && (
        <Button
          variant="default"
          size="xs"
          loading={end.isPending}
          aria-label={t('account.sessions.endNamed', { name: device })}
          onClick={() => void ask()}
        >
          {t('account.sessions.end')}
        </Button>
      )}
    </li>
  )
}

function EndOthers({ alone }: { alone: boolean }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const end = useMutation(
    globalApi.accounts.endOtherSessions.mutationOptions({
      onSuccess: ({ ended }) => {
        void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
        notify.success(t('accounts.own.ended', { count: ended }))
      },
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  const ask = async () => {
    const yes = await confirm({
      title: t('accounts.own.endTitle'),
      body: t('accounts.own.endBody'),
      confirm: t('accounts.own.end'),
    })
    if (yes) end.mutate(undefined)
  }
  return (
    <Section title={t('accounts.own.sessions')}>
      {alone && <Text size="sm">{t('account.sessions.alone')}</Text>}
      <div>
        <Button variant="default" loading={end.isPending} disabled={alone} onClick={() => void ask()}>
          {t('accounts.own.end')}
        </Button>
      </div>
    </Section>
  )
}
