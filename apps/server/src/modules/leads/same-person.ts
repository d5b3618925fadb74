import { contactsOf, emailKeyOf } from '@parlance/contract/leads/captured'
import type { LeadRow } from './schema.ts'

type Keys = Pick<LeadRow, 'emailKey' | 'phoneKey'>

/** An address that people corrected by hand is still the lead's own: its visitor keeps saying it. */
export const hasOtherEmail = (lead: Pick<LeadRow, 'emailKey' | 'variables'>, { emailKey }: Keys): boolean =>
  emailKey !== '' &&
  lead.emailKey !== '' &&
  emailKey !== lead.emailKey &&
  emailKey !== emailKeyOf(contactsOf(lead.variables).email ?? '')

/** By address first. A number alone can be a switchboard: it counts only without two different addresses. */
export const findPerson = (known: readonly LeadRow[], keys: Keys): LeadRow | undefined =>
  known.find((lead) => keys.emailKey !== '' && lead.emailKey === keys.emailKey) ??
  known.find((lead) => keys.phoneKey !== '' && lead.phoneKey === keys.phoneKey && !hasOtherEmail(lead, keys))
