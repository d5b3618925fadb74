// The client sign-in page: password, a mailed code, or a followed link.
import { MarkdownView } from '@parlance/chat-ui/markdown/markdown-view.tsx'
import type { PublicAgency } from '@parlance/contract/agencies/schemas'
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { Fault, Refusal, type SignInApi } from './api.ts'
import { dropPasswordToken } from './password-token.ts'
import { refusalText, type T } from './refusal-text.ts'
import './sign-in.css'

/** Values from the address, removed from it before anything else ran. */
export interface Brought {
  readonly token: string
  readonly username: string
  readonly password: string
  readonly secret: string
  /** The link signs in as the agency's admin after a press. */
  readonly isAdmin?: boolean
}

interface PageProps {
  readonly agency: PublicAgency
  readonly t: T
  /** Whether this host has the product's pricing page. */
  readonly pricing: boolean
  readonly children: ReactNode
}

export function SignInFrame({ agency, t, pricing, children }: PageProps) {
  const { name } = agency
  return (
    <div className="signin">
      <main id="content" className="signin-card">
        <header>
          <AgencyLogo agency={agency} />
          <h1 dir="auto">{name}</h1>
          {agency.brandingText !== '' && (
            <div className="signin-branding" dir="auto">
              <MarkdownView text={agency.brandingText} done texts={{ copy: '', copied: '', image: '' }} />
            </div>
          )}
        </header>
        {children}
      </main>
      <Footer agency={agency} t={t} pricing={pricing} />
    </div>
  )
}

function AgencyLogo({ agency: { name, squarePhotoURL, darkModeSquarePhotourl } }: { agency: PublicAgency }) {
  if (!squarePhotoURL)
    return (
      <span className="signin-logo" aria-hidden>
        {[...name][0]?.toUpperCase()}
      </span>
    )
  return (
    <>
      <img
        className="signin-logo"
        data-for={darkModeSquarePhotourl ? 'light' : undefined}
        src={squarePhotoURL}
        alt=""
      />
      {darkModeSquarePhotourl && <img className="signin-logo" data-for="dark" src={darkModeSquarePhotourl} alt="" />}
    </>
  )
}

function Footer({ agency, t, pricing }: Omit<PageProps, 'children'>) {
  const { footerText, footerLinks, showPricing } = agency.settings
  const [year] = useState(() => String(new Date().getFullYear()))
  const links = [
    { label: t('footer.terms'), href: agency.tosPage },
    { label: t('footer.privacy'), href: agency.privacyPolicypPage },
    ...footerLinks,
  ].filter(({ href }) => href !== '')
  return (
    <footer className="signin-footer">
      <span dir="auto">{footerText || t('footer.copyright', { year, name: agency.name })}</span>
      {showPricing && <span>{t('poweredBy', { product: PRODUCT })}</span>}
      {links.map(({ label, href }) => (
        <a key={label + href} href={href} target="_blank" rel="noopener noreferrer" dir="auto">
          {label}
        </a>
      ))}
      {showPricing && pricing && <a href="/pricing">{t('footer.pricing')}</a>}
      <strong>{t('footer.gdpr')}</strong>
    </footer>
  )
}
const PRODUCT = 'Parlance'

interface FormProps {
  readonly api: SignInApi
  readonly agency: PublicAgency
  readonly t: T
  readonly brought: Brought
  readonly onEnter: (session: ClientSession) => void
  /** Why a session has just ended. */
  readonly ended?: string
  /** Continues as the signed-in user. */
  readonly onStay?: () => void
  /** Fills the form of a preview. */
  readonly sample?: { readonly email: string; readonly password: string }
}
/** How long an error without a field is shown. */
const FAILURE_MS = 3000
interface Failure {
  readonly at: 'email' | 'password' | 'form'
  readonly text: string
}

/** Runs one attempt at a time and shows its result. */
function useAttempts({ t, onEnter }: Pick<FormProps, 't' | 'onEnter'>) {
  const [failure, setFailure] = useState<Failure>()
  const [pending, setPending] = useState(false)
  const [done, setDone] = useState(false)
  /** Without `place`, a refusal is shown at the field it is about. */
  const attempt = async (
    work: () => Promise<ClientSession | undefined>,
    fault = t('signIn.error'),
    place?: Failure['at'],
  ) => {
    setFailure(undefined)
    setPending(true)
    try {
      const session = await work()
      if (!session) return
      setDone(true)
      onEnter(session)
    } catch (error) {
      if (error instanceof Refusal) {
        const at = error.code === 'NOT_FOUND' ? 'email' : error.code === 'INVALID_CREDENTIALS' ? 'password' : 'form'
        setFailure({ at: place ?? at, text: (await refusalText(error)) || t('signIn.failed') })
      } else {
        setFailure({ at: 'form', text: error instanceof Fault ? fault : t('signIn.error') })
      }
    } finally {
      setPending(false)
    }
  }
  return { attempt, failure, setFailure, pending, done }
}

export function SignInForm({ api, agency, t, brought, onEnter, onStay, sample, ended = '' }: FormProps) {
  const passwords = !agency.settings.disablePasswordLogin
  const { attempt, failure, setFailure, pending, done } = useAttempts({ t, onEnter })
  const [email, setEmail] = useState(sample?.email ?? brought.username)
  const [password, setPassword] = useState(sample?.password ?? '')
  const [code, setCode] = useState<string>()
  /** Asked before values from the address are used. */
  const [question, setQuestion] = useState<{ text: string; replaces: boolean }>()
  const takeBrought = () => {
    setQuestion(undefined)
    if (brought.token) void attempt(() => api.byToken(brought.token))
    else if (brought.secret) void attempt(() => api.bySecret(brought.secret), t('signIn.adminFailed'), 'form')
    else void attempt(() => api.byPassword(brought.username, brought.password))
  }
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    if (!brought.token && !brought.secret && !(brought.username && brought.password)) return
    void api.current().then((name) => {
      if (name !== undefined) setQuestion({ text: t('signIn.replaces', { name }), replaces: true })
      else if (brought.isAdmin) setQuestion({ text: t('signIn.adminLink'), replaces: false })
      else takeBrought()
    })
  })
  const sendCode = () =>
    attempt(async () => {
      await api.code(email)
      setCode('')
      return undefined
    })
  const bySso = (typed: string) =>
    attempt(async () => {
      const credential = await api.code(email, typed)
      return credential ? api.byPassword(credential.email, credential.dashboardPassword) : undefined
    })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (code !== undefined) return void bySso(code)
    if (!passwords) return void sendCode()
    if (!email || !password) return setFailure({ at: 'form', text: t('signIn.both') })
    void attempt(() => api.byPassword(email, password))
  }
  const asksPassword = code === undefined && passwords
  useEffect(() => {
    if (failure?.at !== 'form') return
    const timer = setTimeout(() => setFailure(undefined), FAILURE_MS)
    return () => clearTimeout(timer)
  }, [failure, setFailure])
  const inForm = failure && (failure.at === 'form' || (failure.at === 'password' && !asksPassword))
  if (question)
    return (
      <div className="signin-question">
        <p>{question.text}</p>
        <button type="button" className="signin-button" onClick={takeBrought}>
          {t(question.replaces ? 'signIn.replace' : 'signIn.submit')}
        </button>
        {question.replaces && (
          <button type="button" className="signin-quiet" onClick={onStay}>
            {t('signIn.stay')}
          </button>
        )}
      </div>
    )
  return (
    <form onSubmit={submit} noValidate>
      {inForm ? <Alert text={failure.text} /> : ended !== '' && !failure && <Alert text={ended} />}
      <Field
        label={t('signIn.email')}
        type="email"
        autoComplete="username"
        value={email}
        disabled={code !== undefined}
        error={failure?.at === 'email' ? failure.text : undefined}
        onType={(text) => {
          setFailure(undefined)
          setEmail(text)
        }}
      />
      {asksPassword && (
        <Field
          label={t('signIn.password')}
          type="password"
          show={t('signIn.show')}
          autoComplete="current-password"
          value={password}
          onType={setPassword}
          error={
            failure?.at === 'password' && (
              <>
                {failure.text}{' '}
                <button type="button" className="signin-link" disabled={!email} onClick={() => void sendCode()}>
                  {t('signIn.forgotten')}
                </button>
              </>
            )
          }
        />
      )}
      {code !== undefined && (
        <Field
          label={t('signIn.code')}
          hint={t('signIn.codeSent', { email })}
          inputMode="numeric"
          autoComplete="one-time-code"
          focused
          value={code}
          onType={setCode}
        />
      )}
      {(passwords || code !== undefined) && (
        <button
          type="submit"
          className="signin-button"
          data-busy={pending || undefined}
          disabled={pending || code?.trim() === ''}
          // Stays clickable, to say what is missing.
          aria-disabled={(asksPassword && password === '') || undefined}
        >
          {t('signIn.submit')}
        </button>
      )}
      {code === undefined ? (
        <button
          type={passwords ? 'button' : 'submit'}
          className={passwords ? 'signin-quiet' : 'signin-button'}
          disabled={!email || pending}
          {...(passwords && { onClick: () => void sendCode() })}
        >
          {t('signIn.sendCode')}
        </button>
      ) : (
        <div className="signin-pair">
          <button type="button" className="signin-quiet" disabled={pending} onClick={() => void sendCode()}>
            {t('signIn.resend')}
          </button>
          <button
            type="button"
            className="signin-quiet"
            onClick={() => {
              setFailure(undefined)
              setCode(undefined)
            }}
          >
            {t('signIn.cancel')}
          </button>
        </div>
      )}
      <output className="signin-done">{done ? t('signIn.done') : ''}</output>
    </form>
  )
}

export function NewPasswordForm({
  api,
  t,
  brought,
  onEnter,
  signInHref,
}: Omit<FormProps, 'agency'> & { readonly signInHref: string }) {
  const { attempt, failure, pending, done } = useAttempts({ t, onEnter })
  const [password, setPassword] = useState('')
  const save = async () => {
    try {
      const session = await api.setPassword(brought.token, password)
      dropPasswordToken()
      return session
    } catch (error) {
      if (error instanceof Refusal && error.code === 'INVALID_TOKEN') dropPasswordToken()
      throw error
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void attempt(save)
      }}
    >
      {failure && (
        <>
          <Alert text={failure.text} />
          <a className="signin-link" href={signInHref}>
            {t('signIn.back')}
          </a>
        </>
      )}
      <Field
        label={t('password.new')}
        hint={t('password.hint')}
        type="password"
        show={t('signIn.show')}
        autoComplete="new-password"
        value={password}
        onType={setPassword}
      />
      <button type="submit" className="signin-button" disabled={pending || password.length < 8}>
        {t('password.set')}
      </button>
      <output className="signin-done">{done ? t('signIn.done') : ''}</output>
    </form>
  )
}

export const Alert = ({ text }: { text: string }) => (
  <p role="alert" className="signin-alert">
    {text}
  </p>
)

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onType: (text: string) => void
  readonly type?: 'email' | 'password' | 'text'
  /** Label of the button that reveals a password. */
  readonly show?: string
  readonly hint?: string
  readonly error?: ReactNode
  readonly autoComplete: string
  readonly inputMode?: 'numeric'
  readonly disabled?: boolean
  /** Focuses on mount. */
  readonly focused?: boolean
}

function Field({ label, value, onType, type = 'text', show, hint, error, focused = false, ...input }: FieldProps) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused) box.current?.focus()
  }, [focused])
  return (
    <div className="signin-field">
      <label htmlFor={id}>{label}</label>
      {hint && <p id={`${id}-hint`}>{hint}</p>}
      <span className="signin-input">
        <input
          {...input}
          ref={box}
          id={id}
          type={type === 'password' && shown ? 'text' : type}
          value={value}
          aria-invalid={Boolean(error)}
          aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}
          onInput={(event) => onType(event.currentTarget.value)}
          onChange={() => undefined}
        />
        {show && (
          <button type="button" aria-label={show} aria-pressed={shown} onClick={() => setShown(!shown)}>
            <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
              <path
                d="M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12Zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.6"
              />
              {shown && <path d="M4 4l16 16" stroke="currentColor" strokeWidth="1.6" />}
            </svg>
          </button>
        )}
      </span>
      {error && (
        <p id={`${id}-error`} className="signin-error">
          {error}
        </p>
      )}
    </div>
  )
}
