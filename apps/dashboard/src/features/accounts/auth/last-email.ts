// The last typed address, to prefill the next form. In memory: e-mail addresses don't belong in the URL.
let last = ''

export const lastEmail = (): string => last
export const rememberEmail = (email: string): void => {
  last = email.trim()
}
