// Sign-in with other providers (OpenID Connect): authorization code with PKCE. The browser that begins must finish, once, within
// ten minutes; state, nonce and verifier are new each time; the way back is one fixed page of our own.
import { outcomeOf } from '@parlance/contract/accounts/security'
import type { Provider } from '@parlance/contract/accounts/security-api'
import type { SecondStep, SignedIn } from '@parlance/contract/accounts/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { addressOf } from '@parlance/contract/lib/mailbox'
import { languageAccepted } from '@parlance/contract/accounts/languages'
import { type Region, REGIONS } from '@parlance/contract/lib/regions'
import { z } from 'zod'
import type { Ctx } from '../../../lib/ctx.ts'
import { sameSecret, type Vault } from '../../../lib/crypto.ts'
import type { Db } from '../../../lib/db/pool.ts'
import { inTx } from '../../../lib/db/pool.ts'
import type { CompleteSignIn } from '../sign-in/complete-sign-in.ts'
import * as repository from './oauth.repository.ts'
import type { Person } from './oauth.repository.ts'
import type { NotifyOwner } from '../security-notices.ts'
import type { Ownership } from '../sign-in/confirm-identity.ts'
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
  readonly ownership: Ownership
  readonly enter: CompleteSignIn
  readonly factor: TwoFactor
  readonly tell: NotifyOwner
  readonly providers: readonly SignInProvider[]
  readonly settings: { readonly publicUrl: string }
}

/** What was begun; sealed while the browser is away. */
const Begun = z.object({
  providerId: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Who connects a provider; absent for a sign-in. */
  userId: z.string().optional(),
  region: z.enum(REGIONS).optional(),
})
type Begun = z.infer<typeof Begun>

type Finished = SignedIn | SecondStep | { chooseRegion: Provider } | { connected: Provider }

const PLACE = 'sign-in|provider'
const shown = ({ id, name }: SignInProvider): Provider => ({ id, name })
const startAgain = () => new AppError('INVALID_TOKEN', 'This sign-in has ended. Begin again.')
const signInFirst = ({ name }: SignInProvider) =>
  new AppError(
    'FORBIDDEN',
    `Sign in with your password or a passkey first, then connect ${name} under Account › Security.`,
  )

export function createOAuthSignIn(deps: OauthDeps) {
  const { db, vault, tickets, ownership, providers, settings } = deps
  const { arrive } = arriving(deps)
  const redirectUri = () => `${settings.publicUrl}/login/callback`
  const providerOf = (id: string) => providers.find((provider) => provider.id === id)

  async function begin(ctx: Ctx, provider: SignInProvider, begun: Pick<Begun, 'userId' | 'region'>) {
    // 64 characters: more than the 43 that PKCE asks for.
    const trip = { state: randomId(32), nonce: randomId(32), verifier: randomId(64) }
    const url = await provider.pageFor(trip, redirectUri())
    const sealed = vault.seal('accounts', PLACE, JSON.stringify({ providerId: provider.id, ...trip, ...begun }))
    await tickets.issue(ctx, 'provider', sealed)
    return { url }
  }

  return {
    ...leaving(deps),

    signInProviders: async () => ({ items: providers.map(shown) }),

    /** Errors: NOT_FOUND for a provider that is not configured; UPSTREAM_FAILED; to connect, those of `ownership.prove`. */
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
      const { userId } = await ownership.prove(ctx, input.password)
      return begin(ctx, provider, { userId })
    },

    /** Errors: INVALID_TOKEN where this browser began nothing, or what it brings is wrong; FORBIDDEN; CONFLICT. */
    async finishProvider(ctx: Ctx, { code, state }: { code: string; state: string }): Promise<Finished> {
      const sealed = await tickets.use(ctx, 'provider')
      if (sealed === undefined) throw startAgain()
      const begun = Begun.parse(JSON.parse(vault.open('accounts', PLACE, sealed)))
      const provider = providerOf(begun.providerId)
      if (!provider || !sameSecret(begun.state, state)) throw startAgain()
      const identified = await provider.identify(code, begun, redirectUri())
      const identity =
        identified.email === undefined ? identified : { ...identified, email: addressOf(identified.email) }
      if (begun.userId === undefined) return arrive(ctx, provider, identity, begun.region)
      // Signed out, or in as somebody else, while away.
      if (sessionOf(ctx).userId !== begun.userId) throw startAgain()
      const stays = () => Promise.resolve(true)
      const person = personOf(provider, identity)
      if (!(await repository.connect(db, begun.userId, person, stays, linked(deps, ctx, provider))))
        throw new AppError('CONFLICT', `This person of ${provider.name} is connected with another account.`)
      return { connected: shown(provider) }
    },

    connections: async (userId: string) => {
      const connected = await repository.connectionsOf(db, userId)
      return providers.map((provider) => ({ ...shown(provider), connected: connected.includes(provider.id) }))
    },
  }
}

function leaving({ db, providers, tell }: OauthDeps) {
  return {
    /** Nothing to do where it is not connected. Errors: CONFLICT when no way to sign in would be left. */
    async disconnectProvider(ctx: Ctx, { providerId }: { providerId: string }): Promise<{ success: true }> {
      const actor = sessionOf(ctx)
      const { userId } = actor
      const name = providers.find(({ id }) => id === providerId)?.name ?? providerId
      await inTx(db, async (tx) => {
        // Two removals beside each other would each count on the way that the other one takes.
        await lockUser(tx, userId, 'update')
        if (!(await repository.disconnect(tx, userId, providerId))) return
        await assertSignInMethodLeft(tx, userId, providers)
        await tell(tx, ctx, actor, { news: 'provider-unlinked', name })
      })
      return { success: true }
    },
  }
}

/** Says so to the owner of the account. */
const linked =
  ({ tell }: OauthDeps, ctx: Ctx, { name }: SignInProvider) =>
  (user: User, tx: Db): Promise<void> =>
    tell(tx, ctx, user, { news: 'provider-linked', name })

const personOf = (provider: SignInProvider, { subject }: Identity): Person => ({ providerId: provider.id, subject })

/** Somebody comes back to sign in. */
function arriving(deps: OauthDeps) {
  const { db, now, enter, factor } = deps
  const signIn = async (ctx: Ctx, user: User, person: Person): Promise<SignedIn | SecondStep> => {
    const still = async (tx: Db) => (await repository.connectedUser(tx, person))?.id === user.id
    const entered = await enter.orAsk(ctx, user, 'provider', still)
    if (entered === undefined) throw startAgain()
    return entered
  }

  async function look(person: Person, identity: Identity, region: Region | undefined) {
    const known = await repository.connectedUser(db, person)
    const proved = identity.email !== undefined && identity.emailVerified
    const user = known ?? (proved ? await findUserByEmail(db, identity.email ?? '') : undefined)
    const outcome = outcomeOf({
      connected: known !== undefined,
      proved,
      ...(user ? { account: { confirmed: user.emailVerified, secondFactor: await factor.isOn(user.id) } } : {}),
      regionChosen: region !== undefined,
    })
    return { outcome, user }
  }

  async function arrive(
    ctx: Ctx,
    provider: SignInProvider,
    identity: Identity,
    region: Region | undefined,
  ): Promise<Finished> {
    const person = personOf(provider, identity)
    const { outcome, user } = await look(person, identity, region)
    if (outcome === 'choose-region') return { chooseRegion: shown(provider) }
    if (outcome === 'enter' && user) return signIn(ctx, user, person)
    if (outcome === 'connect' && user) {
      // Asked again under the lock: a second factor may have been turned on meanwhile.
      const connected = await repository.connect(
        db,
        user.id,
        person,
        async (one, tx) => one.emailVerified && !(await factor.isOn(one.id, tx)),
        linked(deps, ctx, provider),
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
    throw signInFirst(provider)
  }

  return { arrive }
}
