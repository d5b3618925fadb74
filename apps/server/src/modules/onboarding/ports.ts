// What the first steps need of others: a look at the front page of somebody's site.
import type { SiteFacts } from '@parlance/contract/onboarding/site'

/** Reads a public page once, from its beginning. Never rejects: what went wrong is a sentence for people. */
export type LookAtSite = (url: string) => Promise<{ readonly site: SiteFacts } | { readonly note: string }>
