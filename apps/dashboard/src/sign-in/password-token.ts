// The token of a link to set a password, kept in this tab for a reload: the address no longer has it.
const KEY = 'parlance-password-token'

/** Keeps the token of the address, or returns the kept one. */
export function keepPasswordToken(token: string): string {
  if (token === '') return sessionStorage.getItem(KEY) ?? ''
  sessionStorage.setItem(KEY, token)
  return token
}
export const dropPasswordToken = () => sessionStorage.removeItem(KEY)
