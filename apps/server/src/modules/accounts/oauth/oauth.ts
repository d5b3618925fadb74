// Sign-in with other providers (OpenID Connect, authorization code with PKCE). The same browser must finish within ten minutes,
// once; state, nonce and verifier are new each time; the redirect URI is fixed.
import { outcomeOf } from '@parlance/contract/accounts/security'
import type { Provider } from '@parlance/contract/accounts/security-api'
import type { SecondStep, SignedIn } from '@parlance/contract/accounts/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { addressOf } from '@parlance/contract/lib/mailbox'
import { languageAccepted } from '@parlance/contract/accounts/languages'
import { type Region, REGIONS } from '@parlance/contract/lib/regions'
import { z } from 'zod'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import { sameSecret, type Vault } from '../../../lib/crypto.ts'
import type { Db } from '../../../lib/db/pool.ts'
import { inTx } from '../../../lib/db/pool.ts'
import type { CompleteSignIn } from '../sign-in/complete-sign-in.ts'
import * as repository from './oauth.repository.ts'
import type { ProviderPerson } from './oauth.repository.ts'
import type { NotifyOwner } from '../security-notices.ts'
import type { IdentityConfirmation } from '../sign-in/confirm-identity.ts'
import type { Identity, SignInProvider } from '../ports.ts'
import { sessionOf, type User } from '../account.ts'
import { findUserByEmail, lockUser } from '../repository.ts'
import type { Tickets } from '../sign-in/tickets.ts'
import type { TwoFactor } from '../two-factor/two-factor.ts'
import { assertSignInMethodLeft } from '../sign-in/sign-in-methods.ts'

interface OauthDeps {
  readonly db: Db
  readonly now: () => Date
  readonly vault: Vault
  readonly tickets: Tickets
  readonly identityConfirmation: IdentityConfirmation
  readonly completeSignIn: CompleteSignIn
  readonly twoFactor: TwoFactor
  readonly notifyOwner: NotifyOwner
  readonly providers: readonly SignInProvider[]
  readonly appOrigin: () => string
}

/** Encrypted while the browser is at the provider. */
const PendingRequest = z.object({
  providerId: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Set when a signed-in user connects a provider; absent for a sign-in. */
  userId: z.string().optional(),
  region: z.enum(REGIONS).optional(),
})
type PendingRequest = z.infer<typeof PendingRequest>

type ProviderResult = SignedIn | SecondStep | { chooseRegion: Provider } | { connected: Provider }

const VAULT_CONTEXT = 'sign-in|provider'
const toProvider = ({ id, name }: SignInProvider): Provider => ({ id, name })
const requestExpired = () => new AppError('INVALID_TOKEN', msg('sign_in_ended'))
const notConnected = ({ name }: SignInProvider) => new AppError('FORBIDDEN', msg('provider_not_connected', { name }))

export function createOAuthSignIn(deps: OauthDeps) {
  const { db, vault, tickets, identityConfirmation, providers, appOrigin } = deps
  const { arrive } = createProviderSignIn(deps)
  const redirectUri = () => `${appOrigin()}/login/callback`
  const providerOf = (id: string) => providers.find((provider) => provider.id === id)

  async function begin(ctx: Ctx, provider: SignInProvider, begun: Pick<PendingRequest, 'userId' | 'region'>) {
    // PKCE requires at least 43 characters.
    const challenge = { state: randomId(32), nonce: randomId(32), verifier: randomId(64) }
    const url = await provider.pageFor(challenge, redirectUri())
    const sealed = vault.seal(
      'accounts',
      VAULT_CONTEXT,
      JSON.stringify({ providerId: provider.id, ...challenge, ...begun }),
    )
    await tickets.issue(ctx, 'provider', sealed)
    return { url }
  }

  return {
    ...createDisconnect(deps),

    signInProviders: async () => ({ items: providers.map(toProvider) }),

    /** Errors: NOT_FOUND for a provider that is not configured; UPSTREAM_FAILED; to connect, those of `identityConfirmation.confirm`. */
    async startProvider(
      ctx: Ctx,
      input: {
        providerId: string
        purpose: 'sign-in' | 'connect'
        region?: Region | undefined
        password?: string | undefined
      },
    ): Promise<{ url: string }> {
      const provider = providerOf(input.providerId)
      if (!provider) throw new AppError('NOT_FOUND')
      if (input.purpose === 'sign-in') return begin(ctx, provider, { region: input.region })
      const { userId } = await identityConfirmation.confirm(ctx, input.password)
      return begin(ctx, provider, { userId })
    },

    /** Errors: INVALID_TOKEN if this browser started nothing or `code` or `state` is wrong; FORBIDDEN; CONFLICT. */
    async finishProvider(ctx: Ctx, { code, state }: { code: string; state: string }): Promise<ProviderResult> {
      const sealed = await tickets.consume(ctx, 'provider')
      if (sealed === undefined) throw requestExpired()
      const begun = PendingRequest.parse(JSON.parse(vault.open('accounts', VAULT_CONTEXT, sealed)))
      const provider = providerOf(begun.providerId)
      if (!provider || !sameSecret(begun.state, state)) throw requestExpired()
      const identified = await provider.identify(code, begun, redirectUri())
      const identity =
        identified.email === undefined ? identified : { ...identified, email: addressOf(identified.email) }
      if (begun.userId === undefined) return arrive(ctx, provider, identity, begun.region)
      // Signed out, or signed in as another user, meanwhile.
      if (sessionOf(ctx).userId !== begun.userId) throw requestExpired()
      const always = () => Promise.resolve(true)
      const person = providerPersonOf(provider, identity)
      if (!(await repository.connect(db, begun.userId, person, always, notifyLinked(deps, ctx, provider))))
        throw new AppError('CONFLICT', msg('provider_identity_taken', { name: provider.name }))
      return { connected: toProvider(provider) }
    },

    connections: async (userId: string) => {
      const connected = await repository.connectionsOf(db, userId)
      return providers.map((provider) => ({ ...toProvider(provider), connected: connected.includes(provider.id) }))
    },
  }
}

function createDisconnect({ db, providers, notifyOwner }: OauthDeps) {
  return {
    /** Idempotent. Errors: CONFLICT if no sign-in method would be left. */
    async disconnectProvider(ctx: Ctx, { providerId }: { providerId: string }): Promise<{ success: true }> {
      const actor = sessionOf(ctx)
      const { userId } = actor
      const name = providers.find(({ id }) => id === providerId)?.name ?? providerId
      await inTx(db, async (tx) => {
        // Without the lock, two concurrent removals could each rely on the method that the other removes.
        await lockUser(tx, userId, 'update')
        if (!(await repository.disconnect(tx, userId, providerId))) return
        await assertSignInMethodLeft(tx, userId, providers)
        await notifyOwner(tx, ctx, actor, { news: 'provider-unlinked', name })
      })
      return { success: true }
    },
  }
}

const notifyLinked =
  ({ notifyOwner }: OauthDeps, ctx: Ctx, { name }: SignInProvider) =>
  (user: User, tx: Db): Promise<void> =>
    notifyOwner(tx, ctx, user, { news: 'provider-linked', name })

const providerPersonOf = (provider: SignInProvider, { subject }: Identity): ProviderPerson => ({
  providerId: provider.id,
  subject,
})

function createProviderSignIn(deps: OauthDeps) {
  const { db, now, completeSignIn, twoFactor } = deps
  const signIn = async (ctx: Ctx, user: User, person: ProviderPerson): Promise<SignedIn | SecondStep> => {
    const stillConnected = async (tx: Db) => (await repository.findConnectedUser(tx, person))?.id === user.id
    const entered = await completeSignIn.openSessionOrSecondStep(ctx, user, 'provider', stillConnected)
    if (entered === undefined) throw requestExpired()
    return entered
  }

  async function decide(person: ProviderPerson, identity: Identity, region: Region | undefined) {
    const known = await repository.findConnectedUser(db, person)
    const proved = identity.email !== undefined && identity.emailVerified
    const user = known ?? (proved ? await findUserByEmail(db, identity.email ?? '') : undefined)
    const outcome = outcomeOf({
      connected: known !== undefined,
      proved,
      ...(user ? { account: { confirmed: user.emailVerified, secondFactor: await twoFactor.isOn(user.id) } } : {}),
      regionChosen: region !== undefined,
    })
    return { outcome, user }
  }

  async function signInWithIdentity(
    ctx: Ctx,
    provider: SignInProvider,
    identity: Identity,
    region: Region | undefined,
  ): Promise<ProviderResult> {
    const person = providerPersonOf(provider, identity)
    const { outcome, user } = await decide(person, identity, region)
    if (outcome === 'choose-region') return { chooseRegion: toProvider(provider) }
    if (outcome === 'enter' && user) return signIn(ctx, user, person)
    if (outcome === 'connect' && user) {
      // Checked again under the lock: a second factor may have been turned on meanwhile.
      const connected = await repository.connect(
        db,
        user.id,
        person,
        async (one, tx) => one.emailVerified && !(await twoFactor.isOn(one.id, tx)),
        notifyLinked(deps, ctx, provider),
      )
      if (connected) return signIn(ctx, user, person)
    }
    if (outcome === 'create' && region !== undefined && identity.email !== undefined) {
      const language = languageAccepted(ctx.request?.headers.get('accept-language'))
      const account = { email: identity.email, name: identity.name, region, language }
      const made = await repository.createConnectedUser(db, account, person, now())
      if (!made) throw new AppError('EMAIL_TAKEN')
      return signIn(ctx, made, person)
    }
    throw notConnected(provider)
  }

  return { arrive: signInWithIdentity }
}
