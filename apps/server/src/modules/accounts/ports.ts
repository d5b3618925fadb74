import type { Region } from '@parlance/contract/lib/regions'
import type { Role } from '@parlance/contract/lib/roles'

export interface Identity {
  readonly subject: string
  /** In lower case; absent if the provider sent none. */
  readonly email?: string
  readonly emailVerified: boolean
  readonly name: string
}

export interface OAuthRequest {
  readonly state: string
  readonly nonce: string
  /** Of PKCE. */
  readonly verifier: string
}

export interface SignInProvider {
  readonly id: string
  readonly name: string
  /** Authorization URL. @throws UPSTREAM_FAILED if the provider is unreachable or misconfigured */
  readonly pageFor: (trip: OAuthRequest, redirectUri: string) => Promise<string>
  /** Exchanges `code` for the identity. @throws INVALID_TOKEN for an invalid code or token, UPSTREAM_FAILED as above */
  readonly identify: (code: string, trip: OAuthRequest, redirectUri: string) => Promise<Identity>
}

/** ISO 3166-1 alpha-2; undefined if unknown. */
export type CountryOf = (ip: string) => Promise<string | undefined>

export interface Invited {
  readonly region: Region
  readonly workspaceId: string
  readonly email: string
}
export interface InvitationDetails {
  readonly workspaceName: string
  readonly role: Role
  /** Address of the inviter; the owner's if the workspace secret was used. */
  readonly inviter: string
  readonly invitedAt: Date
}
/** Undefined once revoked, for a deleted workspace, and in regions not served here. */
export type FindInvitation = (invited: Invited) => Promise<InvitationDetails | undefined>
