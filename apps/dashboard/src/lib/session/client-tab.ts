// Whether this tab is of a client user: whoever is signed in as a workspace user too sees their own dashboard in all others.
const TAB_KEY = 'parlance-client-tab'
export const isClientTab = (): boolean => sessionStorage.getItem(TAB_KEY) !== null
export const enterClientTab = (region: string) => sessionStorage.setItem(TAB_KEY, region)
export const leaveClientTab = () => sessionStorage.removeItem(TAB_KEY)

/** Names the session that counts where this browser is signed in as a workspace user too. */
export const ACT_AS_CLIENT = { 'x-parlance-act-as': 'client' } as const

const ENDED_KEY = 'parlance-client-ended'
/** The dashboard leaves word of why a session ended, for the sign-in page to say. */
export const markEnded = (why: string) => sessionStorage.setItem(ENDED_KEY, why)
/** Why a session has just ended; once, and empty for none. */
export function takeEnded(): string {
  const why = sessionStorage.getItem(ENDED_KEY) ?? ''
  sessionStorage.removeItem(ENDED_KEY)
  return why
}

const ENTERED_KEY = 'parlance-client-entered'
/** The sign-in page leaves word that it was successful, for the dashboard to say. */
export const markEntered = () => sessionStorage.setItem(ENTERED_KEY, '1')
/** Whether somebody has just signed in; true once. */
export function takeEntered(): boolean {
  const entered = sessionStorage.getItem(ENTERED_KEY) !== null
  sessionStorage.removeItem(ENTERED_KEY)
  return entered
}
