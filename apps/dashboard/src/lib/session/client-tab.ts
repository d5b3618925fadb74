// Whether this tab belongs to a client user. Other tabs of the browser may belong to a workspace user.
const TAB_KEY = 'parlance-client-tab'
const ORG_KEY = 'parlance-client-org'
export const isClientTab = (): boolean => sessionStorage.getItem(TAB_KEY) !== null
export const enterClientTab = (region: string) => sessionStorage.setItem(TAB_KEY, region)
export function leaveClientTab(): void {
  sessionStorage.removeItem(TAB_KEY)
  sessionStorage.removeItem(ORG_KEY)
}

/** The org that an agency admin has chosen in this tab; '' if none. */
export const chosenOrg = (): string => sessionStorage.getItem(ORG_KEY) ?? ''
export const chooseOrg = (orgId: string) => sessionStorage.setItem(ORG_KEY, orgId)

/** Selects the client session where the browser also has a workspace session. */
export const ACT_AS_CLIENT = { 'x-parlance-act-as': 'client' } as const

const ENDED_KEY = 'parlance-client-ended'
/** Stores why the session ended, for the sign-in page to show. */
export const markEnded = (why: string) => sessionStorage.setItem(ENDED_KEY, why)
/** Takes the stored reason; '' if none. */
export function takeEnded(): string {
  const why = sessionStorage.getItem(ENDED_KEY) ?? ''
  sessionStorage.removeItem(ENDED_KEY)
  return why
}

const ENTERED_KEY = 'parlance-client-entered'
/** Stores that sign-in succeeded, for the dashboard to show. */
export const markEntered = () => sessionStorage.setItem(ENTERED_KEY, '1')
/** Takes whether sign-in just succeeded. */
export function takeEntered(): boolean {
  const entered = sessionStorage.getItem(ENTERED_KEY) !== null
  sessionStorage.removeItem(ENTERED_KEY)
  return entered
}
