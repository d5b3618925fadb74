// What the first steps need of others: a look at the front page of somebody's site.
import type { SiteFacts } from '@parlance/contract/onboarding/site'
import type { MessageDescriptor } from '@parlance/i18n/messages'

/** `unreachable`: no server answered at the address in the language that its scheme names. */
export type SeenSite =
  | { readonly site: SiteFacts }
  | { readonly note: MessageDescriptor; readonly unreachable?: boolean }

/** Reads a public page once, from its beginning. Never rejects: the note says what went wrong. */
export type InspectSite = (url: string) => Promise<SeenSite>
