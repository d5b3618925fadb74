// The origin of this installation.

/** The origin that browsers of this installation have: the configured one, or the host they used where none is. */
export const originOf = ({ publicUrl }: { readonly publicUrl: string }) => {
  const configured = publicUrl === '' ? undefined : new URL(publicUrl).origin
  // Without PUBLIC_URL nothing tells whether a proxy in front speaks https: the browser's own scheme is taken.
  const scheme = (headers: Headers) => (headers.get('origin')?.startsWith('https:') ? 'https' : 'http')
  return (headers: Headers) => configured ?? `${scheme(headers)}://${headers.get('host') ?? ''}`
}

/** Of this installation, once it is known: it listens, or was told. Empty before. */
export const ownOrigin = ({ publicUrl }: { readonly publicUrl: string }): string =>
  publicUrl === '' ? '' : new URL(publicUrl).origin
