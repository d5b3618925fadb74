/** Whether the page's host name is local or in a private network. */
export const isLocalHost = (hostname: string): boolean =>
  /^(localhost|.+\.(localhost|local|internal|lan)|127(\.\d+){3}|10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|\[(::1|f[cd][\da-f]{2}:.*|fe80:.*)\])$/i.test(
    hostname,
  )
