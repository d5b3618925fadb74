import type { SiteFacts } from '@parlance/contract/onboarding/site'
import type { MessageDescriptor } from '@parlance/i18n/messages'

/** `unreachable`: no server answered with the protocol of the URL. */
export type SeenSite =
  | { readonly site: SiteFacts }
  | { readonly note: MessageDescriptor; readonly unreachable?: boolean }

/** Reads the beginning of a public page. Never rejects; the note describes a failure. */
export type InspectSite = (url: string) => Promise<SeenSite>
