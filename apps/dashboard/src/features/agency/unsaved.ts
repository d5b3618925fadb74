// Unsaved changes of an agency.
import type { Agency, AgencyEdits } from '@parlance/contract/agencies/schemas'

/** Written by the server, so they may change during editing. */
const IGNORED: ReadonlySet<string> = new Set([
  'lastModified',
  'createdAt',
  'vapi',
  'isVerifiedSubDomain',
  'isVerifiedCustomDomain',
  'customDomainConfig',
  'resendEmailDomainStatus',
  'resendEmailDomainRecords_JSON_STRING',
])

export const withEdits = (saved: Agency, edits: AgencyEdits): Agency =>
  ({ ...saved, ...edits, settings: { ...saved.settings, ...edits.settings } }) as Agency

const text = (agency: object): string =>
  JSON.stringify(
    Object.entries(agency)
      .filter(([key]) => !IGNORED.has(key))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )

export const hasUnsavedChanges = (local: object, server: object): boolean => text(local) !== text(server)

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Only differences from the saved agency, so that other people's changes stay. */
export function changesOf(saved: Agency, { settings, ...edits }: AgencyEdits): AgencyEdits {
  const changed = (before: object, after: object) =>
    Object.fromEntries(Object.entries(after).filter(([key, value]) => !same(value, before[key as keyof typeof before])))
  const parts = changed(saved.settings, settings ?? {})
  return { ...changed(saved, edits), ...(Object.keys(parts).length > 0 && { settings: parts }) }
}

/** The edits left after some were saved. */
export function withoutSaved({ settings = {}, ...edits }: AgencyEdits, sent: AgencyEdits): AgencyEdits {
  const left = (all: object, done: object) =>
    Object.fromEntries(
      Object.entries(all).filter(([key, value]) => !(key in done) || !same(value, done[key as keyof typeof done])),
    )
  const parts = left(settings, sent.settings ?? {})
  return { ...left(edits, sent), ...(Object.keys(parts).length > 0 && { settings: parts }) }
}
