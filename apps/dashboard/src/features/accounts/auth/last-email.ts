// The address last typed into one of these forms, so that the next one starts with it. In memory: addresses of people
// don't belong in the address bar.
let last = ''

export const lastEmail = (): string => last
export const rememberEmail = (email: string): void => {
  last = email.trim()
}
