// What the first steps need of others: a look at the front page of somebody's site.
import type { SiteFacts } from '@parlance/contract/onboarding/site'
import type { MessageDescriptor } from '@parlance/i18n/messages'

/** Reads a public page once, from its beginning. Never rejects: the note says what went wrong. */
export type LookAtSite = (url: string) => Promise<{ readonly site: SiteFacts } | { readonly note: MessageDescriptor }>
