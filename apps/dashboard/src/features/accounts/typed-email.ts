// The address last typed into one of these forms, so that the next one starts with it. In memory: addresses of people
// don't belong in the address bar.
let typed = ''

export const typedEmail = (): string => typed
export const rememberEmail = (email: string): void => {
  typed = email.trim()
}
