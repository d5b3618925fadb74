// The sign-in page of an agency's client users: password, a code by mail, or a link that was followed.
import { ORPCError } from '@orpc/client'
import { Alert, Anchor, Button, Group, Paper, PasswordInput, Skeleton, Stack, TextInput, Title } from '@mantine/core'
import type { PublicAgency } from '@parlance/contract/agencies/schemas'
import { isRegion, type Region } from '@parlance/contract/lib/regions'
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../components/feedback/notify.ts'
import { AgencyFooter } from '../../components/agency/agency-footer.tsx'
import { BrandingText } from '../../components/agency/branding-text.tsx'
import { Avatar } from '../../components/layout/avatar.tsx'
import { clientApi } from '../../lib/api.ts'
import { rememberAgency, setClientSession } from '../../lib/session/client-session.ts'
import { errorText, hasCode } from '../../lib/errors.ts'
import { useNavigateTo } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import classes from './client.module.css'
import { pagesOf } from './client-tabs.ts'

/** So long the message stands before the page changes. */
const LEAVE_MS = 100

interface Place {
  region: Region
  agencyId: string
}

function usePlace(): Place {
  const { region, agencyId } = useParams({ strict: false }) as { region?: string; agencyId?: string }
  return { region: isRegion(region) ? region : 'eu', agencyId: agencyId ?? '' }
}

/** What the address brought, taken out of it before anything else is loaded. */
function takeSecrets() {
  const search = new URLSearchParams(location.search)
  const taken = Object.fromEntries(
    ['token', 'username', 'password', 'secret'].map((name) => [name, search.get(name) ?? '']),
  )
  if (Object.values(taken).some(Boolean)) history.replaceState(history.state, '', location.pathname)
  return taken as Readonly<Record<'token' | 'username' | 'password' | 'secret', string>>
}
const brought = takeSecrets()

/** Leads to the first page they may open. */
function useEnter({ region, agencyId }: Place) {
  const { i18n } = useTranslation()
  const client = useQueryClient()
  const go = useNavigateTo()
  return async (session: ClientSession) => {
    await setClientSession(client, region, session)
    // The agency's own people sign in elsewhere.
    if (!session.client.isAdmin) rememberAgency(region, agencyId)
    // In their language, which may be another one than that of the page they signed in on.
    notify.success(i18n.t('client.signIn.done'))
    const agentId = session.agents[0]?.ID
    const page = pagesOf(session)[0] ?? 'home'
    setTimeout(() => void go(agentId ? paths.part(region, agentId, page) : paths.region(region)), LEAVE_MS)
  }
}

export function ClientSignInPage() {
  const place = usePlace()
  return <Frame place={place}>{(passwords) => <SignIn place={place} passwords={passwords} />}</Frame>
}

export function ClientPasswordPage() {
  const place = usePlace()
  return <Frame place={place}>{() => <NewPassword place={place} />}</Frame>
}

/** The agency's name, logo and words around the form. `children` gets whether passwords are taken. */
function Frame({ place, children }: { place: Place; children: (passwords: boolean) => ReactNode }) {
  const { t } = useTranslation()
  const found = useQuery(
    clientApi(place.region).agencies.getPublic.queryOptions({ input: { agencyId: place.agencyId }, retry: false }),
  )
  const agency = found.data?.data
  const name = agency?.name ?? ''
  useEffect(() => {
    if (name) document.title = `${t('client.signIn.title')} · ${name}`
  }, [name, t])
  return (
    <SignInFrame agency={agency} error={found.error} pricing>
      {children}
    </SignInFrame>
  )
}

interface FrameProps {
  agency: PublicAgency | undefined
  error?: Error | null
  /** Whether the product's pricing page is on this host. */
  pricing: boolean
  children: (passwords: boolean) => ReactNode
}

function SignInFrame({ agency, error, pricing, children }: FrameProps) {
  const name = agency?.name ?? ''
  return (
    <main id="content" className={classes.page}>
      <Paper withBorder radius="lg" p="xl" className={classes.card}>
        {error && <Alert color="red">{errorText(error)}</Alert>}
        {!agency && !error && <Skeleton height={320} />}
        {agency && (
          <Stack gap="lg">
            <Stack align="center" gap={6} ta="center">
              <Avatar name={name} photo={agency.squarePhotoURL} size={56} square />
              <Title order={1} size="h2" dir="auto">
                {name}
              </Title>
              <BrandingText text={agency.brandingText} />
            </Stack>
            {children(!agency.settings.disablePasswordLogin)}
          </Stack>
        )}
      </Paper>
      {agency && <AgencyFooter agency={agency} pricing={pricing} />}
    </main>
  )
}

/** As it will look: nothing can be pressed in it. */
export function SignInPreview({ agency }: { agency: PublicAgency }) {
  return (
    <SignInFrame agency={agency} pricing={false}>
      {(passwords) => <SignIn place={{ region: 'eu', agencyId: '' }} passwords={passwords} />}
    </SignInFrame>
  )
}

const isFault = (error: Error): boolean => !(error instanceof ORPCError) || error.status >= 500

/** What a sign-in of whichever kind does when it is over; what is wrong with a field is shown at it, and only there. */
function useAttempts(place: Place) {
  const { t } = useTranslation()
  const enter = useEnter(place)
  const [failure, setFailure] = useState<{ at: 'email' | 'password' | 'form'; text: string }>()
  /** `fault`: what is said where not the sign-in was refused but the server or the connection failed. */
  const failing = (fault: string) => (error: Error) => {
    const text = isFault(error) ? fault : errorText(error) || t('client.signIn.failed')
    setFailure({ at: hasCode(error, 'NOT_FOUND') ? 'email' : 'form', text })
  }
  const onError = failing(t('client.signIn.error'))
  const onAdminError = failing(t('client.signIn.adminFailed'))
  const onPasswordError = (error: Error) => {
    if (hasCode(error, 'INVALID_CREDENTIALS')) setFailure({ at: 'password', text: errorText(error) })
    else onError(error)
  }
  return { failure, clear: () => setFailure(undefined), options: { onError }, onAdminError, onPasswordError, enter }
}

function SignIn({ place, passwords }: { place: Place; passwords: boolean }) {
  const { t } = useTranslation()
  const { region, agencyId } = place
  const { clientAccount } = clientApi(region)
  const { failure, clear, options, onAdminError, onPasswordError, enter } = useAttempts(place)
  const [email, setEmail] = useState(brought.username)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string>()
  const onSuccess = ({ data }: { data: ClientSession }) => enter(data)
  const signIn = useMutation(clientAccount.signIn.mutationOptions({ onError: onPasswordError, onSuccess }))
  const bySecret = useMutation(clientAccount.signInWithSecret.mutationOptions({ onError: onAdminError, onSuccess }))
  const byLink = useMutation(
    clientAccount.validateClientLoginToken.mutationOptions({
      ...options,
      onSuccess: ({ clientData }) => enter(clientData),
    }),
  )
  const sso = useMutation(
    clientAccount.ssoClient.mutationOptions({
      ...options,
      onSuccess: ({ data: { clientData } }) => {
        if (!clientData) return setCode('')
        signIn.mutate({ agencyId, email: clientData.email, password: clientData.dashboardPassword })
      },
    }),
  )
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    if (brought.token) byLink.mutate({ token: brought.token })
    else if (brought.secret) bySecret.mutate({ agencyId, secret: brought.secret })
    else if (brought.username && brought.password)
      signIn.mutate({ agencyId, email: brought.username, password: brought.password })
  })
  const asksPassword = code === undefined && passwords
  const pending = [signIn, bySecret, byLink, sso].some(({ isPending }) => isPending)
  const sendCode = () => {
    clear()
    sso.mutate({ agencyId, email })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    clear()
    if (code !== undefined) return sso.mutate({ agencyId, email, code })
    if (!passwords) return sendCode()
    if (!email || !password) return void notify.error(t('client.signIn.both'))
    signIn.mutate({ agencyId, email, password })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {(failure?.at === 'form' || (failure?.at === 'password' && !asksPassword)) && (
          <Alert color="red" role="alert">
            {failure.text}
          </Alert>
        )}
        <TextInput
          label={t('client.signIn.email')}
          type="email"
          autoComplete="username"
          value={email}
          error={failure?.at === 'email' && failure.text}
          disabled={code !== undefined}
          onChange={(event) => {
            clear()
            setEmail(event.currentTarget.value)
          }}
        />
        {asksPassword && (
          <PasswordInput
            label={t('client.signIn.password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('client.signIn.show'), tabIndex: 0, 'aria-hidden': false }}
            value={password}
            error={
              failure?.at === 'password' && (
                <>
                  {failure.text}{' '}
                  <Anchor component="button" type="button" inherit disabled={!email} onClick={sendCode}>
                    {t('client.signIn.forgotten')}
                  </Anchor>
                </>
              )
            }
            onChange={(event) => {
              clear()
              setPassword(event.currentTarget.value)
            }}
          />
        )}
        {code !== undefined && (
          <TextInput
            label={t('client.signIn.code')}
            description={t('client.signIn.codeSent', { email })}
            inputMode="numeric"
            autoComplete="one-time-code"
            data-autofocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
        {(passwords || code !== undefined) && (
          <Button
            type="submit"
            loading={pending}
            disabled={code === undefined ? !email || !password : code.trim() === ''}
            fullWidth
          >
            {t('client.signIn.submit')}
          </Button>
        )}
        {code === undefined ? (
          <Button
            variant={passwords ? 'default' : 'filled'}
            type={passwords ? 'button' : 'submit'}
            disabled={!email}
            loading={pending && !passwords}
            fullWidth
            {...(passwords && { onClick: sendCode })}
          >
            {t('client.signIn.sendCode')}
          </Button>
        ) : (
          <Group grow>
            <Button variant="default" onClick={sendCode}>
              {t('client.signIn.resend')}
            </Button>
            <Button variant="default" onClick={() => setCode(undefined)}>
              {t('common.cancel')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}

function NewPassword({ place }: { place: Place }) {
  const { t } = useTranslation()
  const { region } = place
  const { failure, clear, options, enter } = useAttempts(place)
  const [password, setPassword] = useState('')
  const set = useMutation(
    clientApi(region).clientAccount.setPassword.mutationOptions({ ...options, onSuccess: ({ data }) => enter(data) }),
  )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        clear()
        set.mutate({ token: brought.token, password })
      }}
    >
      <Stack gap="md">
        {failure && (
          <Alert color="red" role="alert">
            {failure.text}
          </Alert>
        )}
        <PasswordInput
          label={t('client.password.new')}
          description={t('client.password.hint')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('client.signIn.show'), tabIndex: 0, 'aria-hidden': false }}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={set.isPending} disabled={password.length < 8} fullWidth>
          {t('client.password.set')}
        </Button>
      </Stack>
    </form>
  )
}
