// What accounts need of others.
import type { Ctx } from '../../lib/ctx.ts'
import type { Db } from '../../lib/db/pool.ts'
import type { DomainEvent } from '../../lib/events.ts'
import type { Mailers } from '../../lib/mail.ts'
import type { Settings } from '../../lib/settings.ts'
import type { Storage } from '../../lib/storage/storage.ts'
import type { CountryOf, CropPhoto, PlaceOf, SignInProvider } from './ports.ts'
import type { NewAddress } from './profile/profile.repository.ts'

export interface AccountsDeps {
  /** The identity database; calls come with a ctx whose own `db` is another one. */
  readonly db: Db
  /** Mail to people goes the way of the region that is theirs. */
  readonly mailers: Mailers
  readonly settings: Pick<Settings, 'publicUrl' | 'masterKey' | 'previousMasterKeys'>
  /** Mail stays on this machine: an account counts as verified for what hears `account.verified` from the start. */
  readonly sandboxMail: boolean
  /** Whom else one can sign in with; nobody when absent. */
  readonly providers?: readonly SignInProvider[]
  /** No country is known when absent. */
  readonly countryOf?: CountryOf
  readonly now?: () => Date
  /** Photos stay as they are sent when absent. */
  readonly cropPhoto?: CropPhoto
  /** What reaches into the regions: a copy of what the account holds, its move to another address, its end. */
  readonly regions?: AccountRegions
  /** Hands events on; `ctx.emit` when absent. */
  readonly emit?: (event: DomainEvent) => Promise<void>
}

export interface AccountRegions {
  /** One context for each region that this process serves. */
  readonly everywhere: () => readonly Ctx[]
  readonly storage: Storage
  /** Lets the regions served here follow to a new address at once. */
  readonly moved: (move: NewAddress) => Promise<void>
  /** Says in the logs of these workspaces that a copy was made. */
  readonly note: (ctx: Ctx, workspaceIds: readonly string[]) => Promise<void>
  /** In one region: says in the logs of workspaces that the operator let somebody back in, and ends what streams to them. */
  readonly noteReset: (ctx: Ctx, email: string) => Promise<void>
  readonly placeOf: PlaceOf
}
