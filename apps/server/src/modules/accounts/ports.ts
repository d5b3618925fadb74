// What accounts need from outside: other providers that say who somebody is, the country of an address, and who is invited.
import type { Region } from '@parlance/contract/lib/regions'
import type { Role } from '@parlance/contract/lib/roles'

/** What a provider says of a person who has just signed in there. */
export interface Identity {
  /** Names the person at this provider for ever. */
  readonly subject: string
  /** In lower case; absent where the provider told none. */
  readonly email?: string
  /** Whether the provider says that the address is theirs. */
  readonly emailVerified: boolean
  readonly name: string
}

/** What a round trip is held together by: all three made anew for each one. */
export interface OAuthRequest {
  readonly state: string
  readonly nonce: string
  /** Of PKCE. */
  readonly verifier: string
}

/** A provider that somebody can sign in with. */
export interface SignInProvider {
  /** Names it in addresses and in the database. */
  readonly id: string
  readonly name: string
  /** The page to which the browser goes. Throws UPSTREAM_FAILED where the provider can't be reached or is set up wrongly. */
  readonly pageFor: (trip: OAuthRequest, redirectUri: string) => Promise<string>
  /**
   * Who came back with `code`. Throws INVALID_TOKEN for a code or a token that does not hold, UPSTREAM_FAILED as above.
   */
  readonly identify: (code: string, trip: OAuthRequest, redirectUri: string) => Promise<Identity>
}

/** The middle square of a picture, small and without anything but its pixels. INVALID_INPUT in words for what can't be drawn. */
export type CropPhoto = (bytes: Uint8Array) => Promise<Uint8Array>

/** Two capital letters; undefined where nobody knows. */
export type CountryOf = (ip: string) => Promise<string | undefined>

/** Somebody's place in a workspace. */
export interface Invited {
  readonly region: Region
  readonly workspaceId: string
  /** In lower case. */
  readonly email: string
}
/** What the workspace says of it by now. */
export interface Place {
  readonly workspaceName: string
  readonly role: Role
  /** Address of who invited, or of the owner where the workspace's secret did. */
  readonly inviter: string
  readonly invitedAt: Date
}
/** Undefined once they were removed or the workspace is gone, and in regions that are not served here. */
export type PlaceOf = (invited: Invited) => Promise<Place | undefined>
