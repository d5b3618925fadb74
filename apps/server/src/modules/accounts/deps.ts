// Dependencies of the accounts module.
import type { Ctx } from '../../lib/ctx.ts'
import type { Db } from '../../lib/db/pool.ts'
import type { DomainEvent } from '../../lib/events.ts'
import type { Mailers } from '../../lib/mail.ts'
import type { Settings } from '../../lib/settings.ts'
import type { Storage } from '../../lib/storage/storage.ts'
import type { CropPhoto } from '../../lib/storage/portraits.ts'
import type { CountryOf, FindInvitation, SignInProvider } from './ports.ts'
import type { AddressChange } from './profile/profile.repository.ts'

export interface AccountsDeps {
  /** The identity database. `ctx.db` is the one of the region. */
  readonly db: Db
  /** Mail is sent through the region of the recipient. */
  readonly mailers: Mailers
  readonly settings: Pick<Settings, 'masterKey' | 'previousMasterKeys'>
  /** Our own origin: links in mails begin with it. Known once the server listens. */
  readonly appOrigin: () => string
  /** Mail stays on this machine, so `account.verified` is emitted at sign-up. */
  readonly sandboxMail: boolean
  readonly providers?: readonly SignInProvider[]
  readonly countryOf?: CountryOf
  readonly now?: () => Date
  /** Without it photos are stored as sent. */
  readonly cropPhoto?: CropPhoto
  /** Access to the regional databases: exports, address changes, deletion. */
  readonly regions?: AccountRegions
  readonly emit?: (event: DomainEvent) => Promise<void>
}

export interface AccountRegions {
  readonly regionContexts: () => readonly Ctx[]
  readonly storage: Storage
  /** Updates the served regions at once. */
  readonly onAddressChanged: (move: AddressChange) => Promise<void>
  /** Records the export in the audit logs of these workspaces. */
  readonly recordExport: (ctx: Ctx, workspaceIds: readonly string[]) => Promise<void>
  /** Records in the region's audit logs that the operator reset a user's factors, and ends their streams. */
  readonly recordFactorReset: (ctx: Ctx, email: string) => Promise<void>
  readonly findInvitation: FindInvitation
}
