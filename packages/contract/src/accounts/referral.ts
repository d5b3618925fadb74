export const REFERRAL_COOKIE = 'parlance.ref'
export const REFERRAL_PARAMETER = 'ref'
export const REFERRAL_DAYS = 30
const MAX_LENGTH = 64
export const MAX_REFERRAL_INPUT = 500

/** The code without other characters than letters, digits, `_` and `-`, at most 64; '' if nothing is left. */
export const cleanReferral = (given: string | null | undefined): string =>
  (given ?? '').replaceAll(/[^A-Za-z0-9_-]/g, '').slice(0, MAX_LENGTH)

export function referralOf(cookies: string | null | undefined): string {
  const prefix = `${REFERRAL_COOKIE}=`
  const pair = (cookies ?? '').split(/; */).find((one) => one.startsWith(prefix))
  return cleanReferral(pair?.slice(prefix.length))
}

export const referralCookie = (code: string, https: boolean): string =>
  `${REFERRAL_COOKIE}=${code}; Path=/; Max-Age=${REFERRAL_DAYS * 86_400}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`
