// How an account proves who it is: second factor, passkeys, sessions, other providers.

export const securityApi = {}
