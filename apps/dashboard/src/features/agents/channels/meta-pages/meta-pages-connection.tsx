// Messenger and Instagram: Meta login, choosing a page, and verification.
import { Button, Stack, Text } from '@mantine/core'
import type { OfferedPage } from '@parlance/contract/channels/meta-pages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../../../components/feedback/alert-box.tsx'
import { Editing } from '../../../../components/feedback/read-only.tsx'
import { notify } from '../../../../components/feedback/notify.ts'
import { agencyHost } from '../../../../lib/agency/host.ts'
import { errorText } from '../../../../lib/errors.ts'
import { useCan } from '../../../../lib/permissions.ts'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useDraft } from '../../draft/draft.tsx'
import type { ForeignChannel } from '../channels.ts'
import { callbackUrl, newLoginState, openMetaLogin } from './meta-login.ts'
import { MetaPageGrid } from './meta-page-grid.tsx'
import { MetaPageVerification } from './meta-page-verification.tsx'
import { useChannels, useConnection, useRefreshChannels } from '../connections/use-connections.ts'

const QUICK = 2000

export default function MetaPagesConnection({ channel }: { channel: ForeignChannel }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const { agentId } = useDraft()
  const refresh = useRefreshChannels()
  const queries = useQueryClient()
  const [pages, setPages] = useState<readonly OfferedPage[]>()
  const [chosen, setChosen] = useState<OfferedPage>()
  const select = useMutation({
    mutationFn: (selectedPage: OfferedPage) => api.channels.connectMetaPage.call({ agentId, selectedPage }),
    async onSuccess(_answer, page) {
      setChosen(page)
      notify.success(t('channels.pages.connected'))
      await refresh()
    },
    onError: (error: Error) => notify.error(t('channels.pages.connectFailed', { message: errorText(error) })),
  })
  const isEditor = useCan('editor')
  /** Completes the first steps. */
  const verified = useMutation({
    async mutationFn() {
      if (isEditor) await api.onboarding.ownerVerified.call({ uid: workspace.uid })
    },
    async onSuccess() {
      setPages(undefined)
      setChosen(undefined)
      await queries.invalidateQueries({ queryKey: api.workspaces.key() })
    },
    onError: (error: Error) =>
      notify.error(t('channels.pages.failed', { message: errorText(error) }), { autoClose: QUICK }),
  })
  if (chosen)
    return (
      <MetaPageVerification
        page={chosen}
        lacksInstagram={channel === 'instagram' && chosen.igPageId === ''}
        finishing={verified.isPending}
        onVerified={() => verified.mutate()}
        onAnother={() => setChosen(undefined)}
      />
    )
  if (pages && pages.length > 0)
    return <MetaPageGrid pages={pages} connecting={select.isPending} onContinue={(page) => select.mutate(page)} />
  return <SignIn channel={channel} none={pages !== undefined} onPages={setPages} />
}

interface SignInProps {
  channel: ForeignChannel
  /** The user manages no page. */
  none: boolean
  onPages: (pages: readonly OfferedPage[]) => void
}

function SignIn({ channel, none, onPages }: SignInProps) {
  const { t } = useTranslation()
  const { api, workspace, client } = useScope()
  const { agentId } = useDraft()
  const connection = useConnection(channel)
  const isSandbox = useChannels()?.available.some((one) => one.channel === channel && one.sandbox)
  const [state] = useState(newLoginState)
  const waiting = useRef<AbortController>(undefined)
  useEffect(() => () => waiting.current?.abort(), [])
  const login = useQuery(
    api.channels.metaLogin.queryOptions({
      input: { agentId, redirectUri: callbackUrl(), state },
      staleTime: 60_000,
      // Meta comes back to the installation's host only.
      enabled: !agencyHost,
    }),
  )
  const list = useMutation({
    async mutationFn(token: string) {
      const workspaceId = workspace.uid
      const { longer_access_token: longAccessToken } = await api.channels.exchangeMetaToken.call({ token, workspaceId })
      return (await api.channels.tokenToPages.call({ longAccessToken, workspaceId })).pages
    },
    onSuccess: onPages,
    onError: (error: Error) =>
      notify.error(t('channels.pages.failed', { message: errorText(error) }), { autoClose: QUICK }),
  })
  const open = () => {
    const url = login.data?.data.url
    if (url === undefined) return
    waiting.current?.abort()
    waiting.current = new AbortController()
    const answered = openMetaLogin(url, state, waiting.current.signal)
    if (!answered) return notify.error(t('channels.pages.blocked'))
    answered.then(
      ({ token }) => {
        if (token === '') notify.error(t('channels.pages.cancelled'))
        else list.mutate(token)
      },
      // The page was left or the login restarted.
      () => undefined,
    )
  }
  if (login.isError) return <AlertBox kind="danger">{errorText(login.error)}</AlertBox>
  const found = login.data?.data
  if (agencyHost || (client && found && found.url === undefined))
    return (
      <Text size="sm" c="dimmed">
        {t('channels.askAgency', { name: t(`area.channelNames.${channel}`) })}
      </Text>
    )
  if (found && found.url === undefined) return <AlertBox kind="info">{t('channels.pages.setUp')}</AlertBox>
  // If Meta rejects the token, reconnecting the same page fixes it.
  const isConnected = connection?.status === 'active'
  return (
    <Stack gap="sm">
      {found?.isExpired && !isSandbox && (
        <AlertBox kind="warning">{t('channels.pages.expired', { version: found.version })}</AlertBox>
      )}
      {none && <AlertBox kind="info">{t('channels.pages.none')}</AlertBox>}
      {!isConnected && (
        <Text size="sm" c="dimmed">
          {t('channels.pages.signInText')}
        </Text>
      )}
      <Editing>
        <div>
          <Button
            variant={isConnected ? 'default' : 'filled'}
            loading={login.isPending || list.isPending}
            onClick={open}
          >
            {t(isConnected ? 'channels.pages.another' : 'channels.pages.signIn')}
          </Button>
        </div>
      </Editing>
    </Stack>
  )
}
